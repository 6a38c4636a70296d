import type { Texts } from '@musette/languages/texts';
import type { FuelPlan } from '../fuel-plan.ts';
import { drawStrip, STRIP_STYLE } from './draw-strip.ts';
import { planText } from './plan-text.ts';
import { maximumText, titleOf } from './plan-words.ts';
import { escaped, text, wrapped } from './svg-text.ts';

/** Width of the drawing in its own units: pixels on a phone 360 wide, larger on a wide screen. */
const WIDTH = 360;
const LEFT = 12;
const RIGHT = 348;
/** Characters that always fit between left and right: plain, bold, and of the title. */
const LINE_CHARACTERS = 52;
const BOLD_CHARACTERS = 46;
const TITLE_CHARACTERS = 36;
const LINE_HEIGHT = 16;
const TITLE_HEIGHT = 20;

const STYLE = `
svg {
  --ink: #1c1917; --soft: #57534e; --paper: #fffdfa; --line: #d6cec5;
  --band: #fed7aa; --accent: #b93c0a; --alarm: #b91c1c;
}
@media (prefers-color-scheme: dark) {
  svg {
    --ink: #f5f2ee; --soft: #b8b0a8; --paper: #191614; --line: #4a433c;
    --band: #5a3416; --accent: #fb923c; --alarm: #f87171;
  }
}
text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: var(--ink) }
.soft { fill: var(--soft) }
.head { font-size: 15px; font-weight: 700 }
.name { font-weight: 600 }
.alarm { fill: var(--alarm); font-weight: 700 }
.paper { fill: var(--paper) }
${STRIP_STYLE}
@media (min-width: 640px) { text, .s text { font-size: 9px } .head { font-size: 12px } }
`;

/**
 * Draws a plan as SVG: the session from left to right over the plan's text. It follows the light or dark setting. Its
 * description contains everything it shows. In teaser tier there is only the text.
 *
 * @param subscribeUrl link of the teaser tier; unused in full tier
 */
export function drawFuelPlan(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  const isFull = plan.athlete.tier === 'full';
  const title = isFull ? titleOf(plan, texts) : texts.plan.drawing.title();
  const heads = wrapped(title, TITLE_CHARACTERS);
  const maximumTop = heads.length * TITLE_HEIGHT + 16;
  const stripTop = maximumTop + LINE_HEIGHT / 2;
  const strip = isFull
    ? drawStrip(plan, texts, { left: LEFT, right: RIGHT, names: 0 }, stripTop)
    : { svg: '', height: 0 };
  const words = planText(plan, texts, subscribeUrl);
  const lines = words.trimEnd().split('\n').flatMap(linesOf);
  const bodyTop = stripTop + strip.height + LINE_HEIGHT;
  const height = bodyTop + lines.length * LINE_HEIGHT;
  const body = lines.map(({ content, style }, index) => {
    const line = text({ x: LEFT, y: bodyTop + index * LINE_HEIGHT }, content, { style });
    const isLink = subscribeUrl !== undefined && content.includes(subscribeUrl.slice(0, LINK_START));
    return isLink ? `<a href="${escaped(subscribeUrl)}">${line}</a>` : line;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="100%" style="max-width:900px" lang="${texts.language}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title><desc id="description">${escaped(words)}</desc>`,
    `<style>${STYLE}</style><rect class="paper" width="${WIDTH}" height="${height}"/>`,
    ...heads.map((line, index) => text({ x: LEFT, y: 20 + index * TITLE_HEIGHT }, line, { style: 'head' })),
    text({ x: LEFT, y: maximumTop }, maximumText(plan, texts), { style: 'alarm' }),
    strip.svg,
    ...body,
    '</svg>',
  ].join('\n');
}

/** Characters of a link that tell its line. */
const LINK_START = 24;

/** Wraps a line of the plan's text, whose columns are parts of a sentence here; warnings are bold. */
function linesOf(line: string) {
  const style = line.startsWith('⚠') ? 'name' : '';
  if (line === '') return [{ content: '', style }];
  const width = style === 'name' ? BOLD_CHARACTERS : LINE_CHARACTERS;
  return wrapped(line.replaceAll(/ {2,}/g, ' · '), width).map((content) => ({ content, style }));
}
