/** What a reader sees of a page, measured in the page: runs in the browser, where `page-checks.ts` evaluates it. */

/** A block's own text, a control or a drawing. */
interface Part {
  readonly element: Element;
  readonly words: string;
  /** Its lines as far as nothing hides them, in pixels of the page. */
  readonly lines: readonly Line[];
  readonly inks: readonly string[];
}

interface Line {
  readonly whole: DOMRect;
  readonly shown: DOMRect;
}

/** A part as a picture stores it. */
export interface Pictured {
  readonly box: string;
  readonly colors: string;
  readonly words: string;
}

/** A library draws the reference, some of it later: its boxes are its own. */
const FOREIGN = '#reference';
const CONTROLS = 'input, select, textarea, button, progress, meter';
const DRAWINGS = 'img, svg, canvas, iframe';
/** Smaller parts are texts for screen readers alone. */
const SEEN_PX = 2;
/** Letters fill the middle of their line; the rest of a line may lie over another. */
const LETTERS = { top: 0.22, bottom: 0.25 };
const TOUCHING_PX = 2;
/** Boxes are rounded to it, because a browser's next version may round otherwise. */
const GRID_PX = 4;
const WORDS_MAX = 40;
/** Names of publications have digits and full stops, and are no numbers. */
const DOI = /\b10\.\d{4,}\/\S+/g;
/** A version has three numbers or more. */
const VERSION = /\d+(?:\.\d+){2,}/g;
/** A picture has the first screens of a page; long pages repeat themselves below. */
const SCREENS = 2;

const ancestorsOf = (element: Element) => {
  const all: Element[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) all.push(one);
  return all;
};

const isVisible = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

const isInline = (element: Element) => /^(inline|contents)$/.test(getComputedStyle(element).display);

function blockOf(text: Text): Element | null {
  let block = text.parentElement;
  while (block !== null && isInline(block)) block = block.parentElement;
  return block;
}

const intersect = (one: DOMRect, other: DOMRect) => {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const width = Math.min(one.right, other.right) - left;
  return new DOMRect(left, top, Math.max(0, width), Math.max(0, Math.min(one.bottom, other.bottom) - top));
};

const isSeen = ({ width, height }: DOMRect) => width >= SEEN_PX && height >= SEEN_PX;

/** Returns the boxes that hide what runs out of them; what scrolls hides nothing for good. */
function clipsOf(holders: readonly Element[]): { readonly rect: DOMRect; readonly scrolls: boolean }[] {
  return holders
    .map((one) => ({ one, style: getComputedStyle(one) }))
    .filter(
      ({ one, style }) =>
        one !== document.body && one !== document.documentElement && style.overflow !== 'visible',
    )
    .map(({ one, style }) => ({
      rect: one.getBoundingClientRect(),
      scrolls: /auto|scroll/.test(style.overflow),
    }));
}

function linesOf(rects: Iterable<DOMRect>, holders: readonly Element[]): Line[] {
  const clips = clipsOf(holders);
  return Array.from(rects, (whole) => ({
    whole,
    shown: clips.reduce((rect, clip) => intersect(rect, clip.rect), whole),
  })).filter(({ shown }) => isSeen(shown));
}

function textParts(endPx = Number.POSITIVE_INFINITY): Part[] {
  const texts = new Map<Element, Text[]>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node as Text;
    const block = text.data.trim() === '' ? null : blockOf(text);
    if (
      block === null ||
      text.parentElement?.closest(`script, style, template, title, desc, textarea, option, ${FOREIGN}`)
    )
      continue;
    if (block.getBoundingClientRect().top < endPx && isVisible(text.parentElement ?? block))
      texts.set(block, [...(texts.get(block) ?? []), text]);
  }
  return Array.from(texts, ([element, nodes]) => ({
    element,
    words: nodes
      .map(({ data }) => data)
      .join(' ')
      .trim()
      .replace(/\s+/g, ' '),
    lines: nodes.flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const parent = node.parentElement ?? element;
      return linesOf(range.getClientRects(), [parent, ...ancestorsOf(parent)]);
    }),
    inks: [...new Set(nodes.map((node) => inkOf(node.parentElement ?? element)))],
  })).filter(({ lines }) => lines.length > 0);
}

function otherParts(): Part[] {
  return Array.from(document.body.querySelectorAll(`${CONTROLS}, ${DRAWINGS}`))
    .filter((element) => isVisible(element) && element.parentElement?.closest(`svg, ${FOREIGN}`) == null)
    .map((element) => ({
      element,
      words:
        element.getAttribute('aria-label') ??
        element.getAttribute('alt') ??
        (element.matches(CONTROLS) ? (element.getAttribute('name') ?? '') : ''),
      lines: linesOf([element.getBoundingClientRect()], ancestorsOf(element)),
      inks: [inkOf(element)],
    }))
    .filter(({ lines }) => lines.length > 0);
}

const inkOf = (element: Element) => {
  const { color, fill } = getComputedStyle(element);
  return element.closest('svg') && element.localName !== 'svg' ? fill : color;
};

const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** Returns what layers of colours look like, as #rrggbb. */
function mix(layers: readonly string[]): string {
  if (pen === null) return '';
  for (const layer of layers) {
    pen.fillStyle = layer;
    pen.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function colorsOf({ element, inks }: Part): string {
  const { colorScheme } = getComputedStyle(document.documentElement);
  // A page that knows no dark scheme stays white.
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches && colorScheme.includes('dark');
  const layers = [element, ...ancestorsOf(element)]
    .map((one) => getComputedStyle(one).backgroundColor)
    .filter((color) => color !== 'rgba(0, 0, 0, 0)')
    .reverse();
  const papers = [isDark ? 'black' : 'white', ...layers];
  return `${inks.map((ink) => mix([...papers, ink])).join('+')}/${mix(papers)}`;
}

/** Masks identifiers and numbers, which differ from run to run and are equally wide. */
const masked = (words: string) =>
  words
    .replace(/\w{20,}|\w{6,}…\w+/g, '…')
    .replace(/\d/g, '0')
    .slice(0, WORDS_MAX);

/** Returns the parts in the first screens of the page, in the order of the document. */
export function partsOf(): Pictured[] {
  const endPx = SCREENS * innerHeight;
  const rounded = (px: number) => Math.round(px / GRID_PX) * GRID_PX;
  const parts = [...textParts(endPx), ...otherParts()].sort((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  );
  return parts.flatMap((part) => {
    const rects = part.lines.map(({ shown }) => shown);
    const left = Math.min(...rects.map((rect) => rect.left));
    const top = Math.min(...rects.map((rect) => rect.top));
    const right = Math.max(...rects.map((rect) => rect.right));
    if (top > endPx || right <= 0) return [];
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    return {
      box: [left, top + scrollY, right - left, bottom - top].map(rounded).join(' '),
      colors: colorsOf(part),
      words: `${part.element.localName} ${masked(part.words)}`.trim(),
    };
  });
}

const lettersOf = ({ x, y, width, height }: DOMRect) =>
  new DOMRect(x, y + height * LETTERS.top, width, height * (1 - LETTERS.top - LETTERS.bottom));

/** What is fixed lies over the page on purpose, at one position of the scroll bar. */
const layerOf = (element: Element) =>
  [element, ...ancestorsOf(element)].find((one) => /fixed|sticky/.test(getComputedStyle(one).position)) ??
  null;

/** Returns each pair of parts that lie over one another. */
function overlaps(texts: readonly Part[], controls: readonly Part[]): string[] {
  const boxes = [
    ...texts.flatMap((part) => part.lines.map(({ shown }) => ({ part, rect: lettersOf(shown) }))),
    ...controls.flatMap((part) => part.lines.map(({ shown }) => ({ part, rect: shown }))),
  ].sort((one, other) => one.rect.top - other.rect.top);
  const found = new Set<string>();
  for (const [index, { part, rect }] of boxes.entries()) {
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next];
      if (other === undefined || other.rect.top > rect.bottom - TOUCHING_PX) break;
      if (part.element === other.part.element) continue;
      const { width, height } = intersect(rect, other.rect);
      if (width <= TOUCHING_PX || height <= TOUCHING_PX) continue;
      const isWithin = [part, other.part].some(
        ({ element }, at, both) =>
          element.matches(CONTROLS) && element.contains(both[1 - at]?.element ?? null),
      );
      if (isWithin || layerOf(part.element) !== layerOf(other.part.element)) continue;
      found.add(`"${masked(part.words)}" lies over "${masked(other.part.words)}"`);
    }
  }
  return [...found];
}

/** A space at the end of a line of preformatted text hangs out of its block, and nobody sees it. */
function isHangingSpace(element: Element, { width }: DOMRect): boolean {
  const { whiteSpace, fontSize } = getComputedStyle(element);
  return whiteSpace === 'pre-wrap' && width <= Number.parseFloat(fontSize);
}

/** Returns the texts that are cut off, or run out of their block. */
function cutOff(texts: readonly Part[]): string[] {
  return texts
    .filter(({ element, lines }) => {
      const clips = clipsOf([element, ...ancestorsOf(element)]);
      const scrolls = clips.some((clip) => clip.scrolls);
      const block = element.getBoundingClientRect();
      return lines.some(({ whole }) => {
        const letters = lettersOf(whole);
        const holders = [...clips.filter((clip) => !clip.scrolls).map(({ rect }) => rect), block];
        return (
          !scrolls &&
          element.closest('svg') === null &&
          !isHangingSpace(element, whole) &&
          holders.some(
            (holder) =>
              letters.left < holder.left - TOUCHING_PX ||
              letters.right > holder.right + TOUCHING_PX ||
              letters.top < holder.top - TOUCHING_PX ||
              letters.bottom > holder.bottom + TOUCHING_PX,
          )
        );
      });
    })
    .map(({ words }) => `"${masked(words)}" runs out of its box`);
}

/** Returns what no page may have: a part over another, a cut text, a number with three decimals, a second direction of scrolling. */
export function problemsOf(): string[] {
  const texts = textParts();
  const controls = otherParts().filter(({ element }) => element.matches(CONTROLS));
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...overlaps(texts, controls),
    ...cutOff(texts),
    ...texts
      .filter(({ element }) => element.closest('pre, code') === null)
      .flatMap(
        ({ words }) =>
          words
            .replace(DOI, '')
            .replace(VERSION, '')
            .match(/\d[.,]\d{4,}|\d\.\d{3,}/g) ?? [],
      )
      .map((number) => `${number} has more than two decimals`),
    ...(scrollWidth > clientWidth ? [`is ${scrollWidth} px wide`] : []),
  ];
}
