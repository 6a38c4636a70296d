import type { FormTexts } from '../../languages/form-texts.ts';
import type { Texts } from '../../languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import type { Fill } from '../plan/bottles.ts';
import { noteText } from '../plan/plan-notes.ts';
import { isPlainWater } from '../portions.ts';
import {
  ATTRIBUTION,
  alertsOf,
  amountInWords,
  amountsInWords,
  drunkFromTo,
  fillInWords,
  limitInWords,
  medicalNotices,
  refillInWords,
  remarksOn,
  safetyRemarks,
  shoppingInWords,
  stationName,
  teaserWords,
  titleOf,
  vesselName,
  withoutProducts,
} from './plan-words.ts';
import { clock, escaped, shortened } from './svg-text.ts';
import { topTubeRows } from './top-tube-card.ts';

/** Labels and tags that have room on one page; the rest is counted in words. */
const LABELS_MAX = 9;
const TAGS_MAX = 3;
/** Lines of a drop-bag tag. */
const TAG_LINES_MAX = 4;
/** Stations that have room in two columns, alone and above tags of drop bags, and characters of one. */
const STATIONS_MAX = 16;
const STATIONS_BESIDE_TAGS_MAX = 8;
const STATION_CHARACTERS = 58;
/** Products of the shopping list that have room. */
const SHOPPING_MAX = 8;
/** Characters of a line of a label or tag: two lines at its width. */
const LABEL_CHARACTERS = 48;
const TAG_CHARACTERS = 60;
const TAG_NAME_CHARACTERS = 40;
const STATION_NAME_CHARACTERS = 24;
/** Characters of the title, enough to distinguish the page from others. */
const TITLE_CHARACTERS = 90;

/** Fits both A4 and Letter: 194 mm of width, 259 mm of height inside the margins. No script, nothing external. */
const STYLE = `@page{margin:9mm 8mm}*{box-sizing:border-box;margin:0}
body{font:9pt/1.3 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1c1917;background:#fff;max-width:192mm;overflow-wrap:anywhere}
h1{font-size:13pt}h2{font-size:9pt}h1,.lines,.tags{margin-bottom:2mm}p,li,td,th{font-size:8.5pt}
.top{display:flex;gap:4mm;margin-bottom:3mm}.card{width:40mm;height:120mm;flex:none;border:.3mm dashed #57534e;padding:1.5mm;font-size:8pt;line-height:3.4mm}
.card p{font-size:8pt}.card b{display:inline-block;min-width:8mm;padding-right:1mm}
.labels,.tags{display:flex;flex-wrap:wrap;gap:2mm;align-content:flex-start}
.label{width:47mm;height:31mm;border:.3mm dashed #57534e;padding:1.5mm}
.tag{width:62mm;height:42mm;border:.3mm dashed #57534e;padding:1.5mm}
.stations{columns:2;margin-bottom:2mm}.stations p{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.limit{font-weight:700}ul{padding-left:4mm}
@media screen{body{max-width:calc(192mm + 2rem);margin:1rem auto;padding:0 1rem}.top{flex-wrap:wrap}.tag{max-width:100%}}`;

/**
 * Renders a plan as one page to print on A4 or Letter: a card for the top tube, labels for bottles and tags for drop
 * bags. It holds no script and loads nothing. In teaser tier it has the categories, ranges and the link to subscribe.
 *
 * @param subscribeUrl link of the teaser tier; unused in full tier
 */
export function planPage(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  const parts =
    plan.athlete.tier === 'full' ? fullParts(plan, texts) : teaserParts(plan, texts, subscribeUrl);
  const title = escaped(shortened(titleOf(plan, texts), TITLE_CHARACTERS));
  return [
    `<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>`,
    ...parts,
    '</main></body></html>',
  ].join('\n');
}

function fullParts(plan: FuelPlan, texts: Texts): readonly string[] {
  const { fills, stations, shoppingList, notes } = plan;
  const { forms } = texts.plan;
  const inVessels = fills.filter(({ vessel }) => vessel !== null);
  const dropBags = stations.filter(({ stop }) => stop.kind === 'aid' && stop.offers.has('drop_bag'));
  const labels = labelled(inVessels).map((fill) => {
    const drink = fillInWords(fill, texts, LABEL_CHARACTERS);
    const again = refillInWords(fill, fills, texts);
    const lines = [
      drink,
      drunkFromTo(fill, texts),
      ...(again === null ? [] : [again]),
      ...medicalNotices(plan, texts),
      limitInWords(plan, texts),
    ];
    return box('label', vesselName(fill, texts) ?? '', lines);
  });
  const tags = dropBags
    .slice(0, TAGS_MAX)
    .map((station) => box('tag', stationName(station, texts, TAG_NAME_CHARACTERS), tagLines(station, texts)));
  return [
    paragraphs([...alertsOf(plan, texts), ...safetyRemarks(plan, texts), texts.plan.drawing.disclaimer()]),
    `<div class="top">${topTubeCard(plan, texts)}<div><div class="labels">${labels.join('')}</div>${left(inVessels.length - LABELS_MAX, forms.fillingsLeftOut)}</div></div>`,
    tags.length === 0
      ? ''
      : `<div class="tags">${tags.join('')}</div>${left(dropBags.length - TAGS_MAX, forms.dropBagsLeftOut)}`,
    stationList(stations, texts, tags.length > 0 ? STATIONS_BESIDE_TAGS_MAX : STATIONS_MAX),
    `<h2>${forms.shopping()}</h2>`,
    paragraphs([
      shoppingList
        .slice(0, SHOPPING_MAX)
        .map((item) => shoppingInWords(item, texts))
        .join(' · '),
    ]),
    left(shoppingList.length - SHOPPING_MAX, forms.productsLeftOut),
    paragraphs(notes.map((note) => noteText(note, texts.plan))),
  ];
}

/** Chooses the fillings that get a label: if not all have room, water that is filled on the way needs one least. */
function labelled(fills: readonly Fill[]): readonly Fill[] {
  const isWaterOnTheWay = ({ product, stop }: Fill) => isPlainWater(product) && stop.kind !== 'start';
  const chosen = new Set(
    fills
      .toSorted((one, other) => Number(isWaterOnTheWay(one)) - Number(isWaterOnTheWay(other)))
      .slice(0, LABELS_MAX),
  );
  return fills.filter((fill) => chosen.has(fill));
}

/** Renders the card of 40 × 120 mm, in letters for products so that every intake has one short row. */
function topTubeCard(plan: FuelPlan, texts: Texts): string {
  const { legend, rows } = topTubeRows(plan, texts);
  return [
    '<section class="card">',
    ...[...medicalNotices(plan, texts), limitInWords(plan, texts)].map(
      (line) => `<p class="limit">${escaped(line)}</p>`,
    ),
    ...legend.map((line) => `<p>${escaped(line)}</p>`),
    ...rows.map(({ atMin, words }) => `<p><b>${clock(atMin)}</b> ${escaped(words)}</p>`),
    `<p>${escaped(texts.plan.forms.cardGuidance())}</p></section>`,
  ].join('');
}

/** Lists the stations at which something is taken, in short. */
function stationList(stations: FuelPlan['stations'], texts: Texts, most: number): string {
  const { forms } = texts.plan;
  const lines = stations
    .filter(({ stop, take }) => stop.kind === 'aid' && take.length > 0)
    .map((station) => {
      const taken = forms.deviceStation({ taken: amountsInWords(station.take, texts) });
      const head = stationName(station, texts, STATION_NAME_CHARACTERS);
      return shortened(forms.headed({ head, content: taken }), STATION_CHARACTERS);
    });
  if (lines.length === 0) return '';
  const count = lines.length - most;
  const shown = count > 0 ? [...lines.slice(0, most), forms.furtherItems({ count })] : lines;
  return `<h2>${forms.stations()}</h2><div class="stations">${shown.map((line) => `<p>${escaped(line)}</p>`).join('')}</div>`;
}

/** Lists what goes into a drop bag: not the water that the station has. */
function tagLines({ stop, take: taken }: FuelPlan['stations'][number], texts: Texts): readonly string[] {
  const take = stop.offers.has('water') ? taken.filter(({ generic }) => generic !== 'water') : taken;
  const shown = take.slice(0, take.length > TAG_LINES_MAX ? TAG_LINES_MAX - 1 : TAG_LINES_MAX);
  const lines = shown.map((item) => shortened(amountInWords(item, texts), TAG_CHARACTERS));
  const count = take.length - shown.length;
  return count > 0 ? [...lines, texts.plan.forms.furtherItems({ count })] : lines;
}

function box(style: string, head: string, lines: readonly string[]): string {
  return `<section class="${style}"><h2>${escaped(head)}</h2>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</section>`;
}

function left(count: number, inWords: FormTexts['fillingsLeftOut']): string {
  return count > 0 ? `<p>${escaped(inWords({ count }))}</p>` : '';
}

function paragraphs(lines: readonly string[]): string {
  return `<div class="lines">${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</div>`;
}

function teaserParts(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): readonly string[] {
  const shown = withoutProducts(plan);
  const link =
    subscribeUrl === undefined
      ? ''
      : `<p><a href="${escaped(subscribeUrl)}">${texts.plan.drawing.invitation()}</a></p>`;
  return [
    paragraphs([
      ...alertsOf(shown, texts),
      ...teaserWords(shown, texts),
      ...remarksOn(shown, texts),
      ...safetyRemarks(shown, texts),
      texts.plan.drawing.disclaimer(),
    ]),
    link,
    `<p>${ATTRIBUTION}</p>`,
  ];
}
