import { plainName } from '@musette/files/text-reader';
import type { Texts } from '@musette/languages/texts';
import type { FuelPlan } from '../fuel-plan.ts';
import { nameOf, shortNameOf } from '../names.ts';
import { type Fill, isSwim, type Plan } from '../plan/model.ts';
import type { Pack, PackedBag } from '../plan/packing.ts';
import type { PlanView } from '../plan/view.ts';
import { amountText, shortAmountText } from '../portion-words.ts';
import {
  bagAmount,
  bottleName,
  bottlesAlike,
  hasBags,
  markText,
  mixText,
  pouredText,
  tabletText,
  wholeBags,
} from './bottle-words.ts';
import { cards, signSvg } from './cards.ts';
import { joined, maximumText, medicalNotices, stopName } from './plan-words.ts';
import {
  capitalized,
  isExchanged,
  type RowGroup,
  type Sign,
  signOf,
  sportOfLeg,
  timeText,
} from './row-words.ts';
import { escaped } from './svg-text.ts';

/** A line to tick. */
interface PackLine {
  readonly sign: Sign;
  readonly words: string;
}

/** A list of the night before under its heading. */
interface PackList {
  readonly heading: string;
  readonly lines: readonly PackLine[];
}

/** Lists what is bought, weighed, mixed and laid out the night before. */
export function packLists({ plan, view }: FuelPlan, texts: Texts): readonly PackList[] {
  const { pack: words } = texts.plan.paper;
  const { pack } = view;
  const places = pack.bags.map((bag) => ({ bag, lines: bagLines(plan, pack, bag, texts) }));
  // Drop bags with the same content share a list; what is carried, or lies in a transition, does not.
  const alike = Map.groupBy(places, ({ bag, lines }) =>
    plan.stops[bag.stop]?.kind === 'aid' ? lines.map(({ words: line }) => line).join() : bag.stop,
  );
  const lists = [...alike.values()].map((same): PackList => {
    const heading =
      same.length === 1
        ? same.map(({ bag }) => placeName(plan, bag, texts)).join()
        : joined([texts.plan.paper.dropBag(), ...same.map(({ bag }) => shortPlace(plan, bag, texts))]);
    return { heading, lines: same[0]?.lines ?? [] };
  });
  return [
    { heading: texts.plan.forms.shopping(), lines: shoppingLines(view, texts) },
    { heading: words.bags(), lines: weighLines(plan, pack, texts) },
    { heading: words.mix(), lines: mixLines(plan, pack, texts) },
    ...lists,
  ].filter(({ lines }) => lines.length > 0);
}

/** Formats a shopping item in whole pieces, with packs where they differ from the servings, and with what is left over. */
function shoppingLines({ shopping }: PlanView, texts: Texts): readonly PackLine[] {
  const { forms, paper } = texts.plan;
  return shopping.map(({ product, servings, packs, leftover }) => {
    // Nobody sells half a tablet or half a banana; powder is weighed.
    const isCounted = product.form !== 'powder' && product.form !== 'ready' && product.id !== 'salt';
    const whole = isCounted && packs === null ? Math.ceil(servings - 1e-6) : servings;
    const amount = amountText({ product, servings: whole }, texts);
    const bought = packs === null || packs === servings ? amount : forms.packs({ amount, count: packs });
    const rest =
      leftover > 0 ? paper.pack.leftOver({ amount: amountText({ product, servings: leftover }, texts) }) : '';
    return { sign: 'none', words: joined([bought, rest]) };
  });
}

/** Says how many bags are weighed and how much goes into each; grams are weighed once, here. */
function weighLines(plan: Plan, { recipes }: Pack, texts: Texts): readonly PackLine[] {
  const { paper, forms } = texts.plan;
  return recipes.flatMap((recipe): readonly PackLine[] => {
    const { product, fills } = recipe;
    const count = fills.reduce((sum, fill) => sum + (wholeBags(fill, recipe) ?? 0), 0);
    if (!hasBags(recipe) || count < 1) return [];
    const content = paper.pack.weigh({
      bags: paper.bags({ count }),
      amount: bagAmount(recipe, 1, texts),
    });
    // Legs with bags of their own name their sport.
    const isDivided = recipes.some((other) => other !== recipe && other.product === product);
    const sport = isDivided ? sportOfLeg(plan, fills[0]?.leg ?? 0, texts) : '';
    return [
      { sign: 'none', words: forms.headed({ head: joined([sport, nameOf(product, texts)]), content }) },
    ];
  });
}

/** Lists the bottles that are mixed before the start, those of a leg with one recipe together. */
function mixLines(plan: Plan, { recipes, bags }: Pack, texts: Texts): readonly PackLine[] {
  const { forms } = texts.plan;
  const ahead = bags
    .filter(({ stop }) => plan.stops[stop]?.kind !== 'aid' || isExchanged(plan, plan.stops[stop]))
    .flatMap(({ fills }) => fills);
  const contentOf = (fill: Fill) => {
    const water = forms.water({ amount: pouredText(plan, fill, texts) });
    if (fill.recipe !== null) return `${mixText(fill, recipes, texts, true)} + ${water}`;
    return fill.tablet === null ? water : `${tabletText(fill.tablet, texts)} + ${water}`;
  };
  return [...Map.groupBy(ahead, ({ leg }) => leg)].flatMap(([leg, ofLeg]) =>
    bottlesAlike(plan, ofLeg, contentOf, texts).map(({ names, each }): PackLine => {
      const head = joined([sportOfLeg(plan, leg, texts), names]);
      return { sign: 'bottle', words: forms.headed({ head, content: each }) };
    }),
  );
}

/** From this many pieces, gels and the rest have a pocket each. */
const POCKETS_FROM = 6;

/** Lists the contents of a bag: its powder, then its food. What is carried from the start is divided between two pockets. */
function bagLines(plan: Plan, { recipes }: Pack, bag: PackedBag, texts: Texts): readonly PackLine[] {
  const { paper, forms } = texts.plan;
  const stop = plan.stops[bag.stop];
  const contentOf = (fill: Fill) => mixText(fill, recipes, texts);
  const filled = bottlesAlike(plan, stop?.kind === 'aid' ? bag.fills : [], contentOf, texts)
    .map(({ names, each }) => forms.headed({ head: names, content: each }))
    .join(' · ');
  const bottles: readonly PackLine[] = filled === '' ? [] : [{ sign: 'bottle', words: filled }];
  const mixes = recipes.filter(({ isSaltedWater }) => !isSaltedWater).map(({ product }) => product);
  const areSeveral = new Set(mixes).size > 1;
  const powder = bag.powder.map(({ product, bags }): PackLine => {
    const count = paper.bags({ count: Math.ceil(bags) });
    return { sign: 'bottle', words: areSeveral ? joined([count, shortNameOf(product, texts)]) : count };
  });
  const food = bag.food.map(
    (portion): PackLine => ({ sign: signOf(portion), words: shortAmountText(portion, texts) }),
  );
  const gels = food.filter(({ sign }) => sign === 'gel' || sign === 'caffeine');
  const others = [...food.filter((line) => !gels.includes(line)), ...powder];
  const pieces = bag.food.reduce((sum, { servings }) => sum + Math.ceil(servings), powder.length);
  const hasPockets = stop?.kind === 'start' && !isSwimOnly(plan);
  if (!hasPockets || gels.length === 0 || others.length === 0 || pieces < POCKETS_FROM) {
    return [...bottles, ...gels, ...others];
  }
  const pocket = (name: string, lines: readonly PackLine[]): PackLine => ({
    sign: lines[0]?.sign ?? 'none',
    words: forms.headed({ head: name, content: lines.map(({ words }) => words).join(' · ') }),
  });
  return [...bottles, pocket(paper.pack.leftPocket(), gels), pocket(paper.pack.rightPocket(), others)];
}

/** Names one of several drop bags: by its kilometre if it has one. */
function shortPlace({ stops }: Plan, { stop: index }: PackedBag, texts: Texts): string {
  const stop = stops[index];
  if (stop === undefined || stop.kind !== 'aid' || stop.km === null) return stop ? stopName(stop, texts) : '';
  return texts.measures.distance(stop.km, false);
}

/** Returns whether the athlete only swims: without pockets, with everything in a bag at the feeding stops. */
const isSwimOnly = ({ request: { legs } }: Plan): boolean => legs.every(isSwim);

/** Names the location of a bag with its kilometre and time. What one carries is the bag at the start. */
function placeName(plan: Plan, bag: PackedBag, texts: Texts): string {
  const stop = plan.stops[bag.stop];
  if (stop === undefined || stop.kind === 'start') {
    return isSwimOnly(plan) ? texts.plan.paper.dropBag() : texts.plan.paper.pack.carry();
  }
  const km = stop.km === null ? '' : texts.measures.distance(stop.km, false);
  const kind = stop.kind === 'aid' ? texts.plan.paper.dropBag() : '';
  return joined([kind, stopName(stop, texts), km, timeText(stop.atMin, texts)]);
}

/** Up to this many cards leave space for labels and tags next to them. */
const CARDS_BESIDE = 2;

/** Renders the page for the night before, and what is cut out: labels, tags and cards. */
export function packPage(plan: FuelPlan, groups: readonly RowGroup[], texts: Texts): string {
  const { paper } = texts.plan;
  const lists = packLists(plan, texts).map(
    ({ heading, lines }) =>
      `<div class="pack"><h3>${escaped(heading)}</h3><ul>${lines.map(tickLine).join('')}</ul></div>`,
  );
  const labels = labelsOf(plan, texts);
  const tags = tagsOf(plan, texts);
  const tubes = cards(plan, groups, texts);
  if (lists.length === 0 && tubes.length === 0) return '';
  const small = [...labels, ...tags];
  return [
    `<section class="night"><h2>${escaped(paper.pack.title())}</h2><div class="lists">${lists.join('')}</div></section>`,
    small.length + tubes.length === 0
      ? ''
      : `<section class="cut${tubes.length <= CARDS_BESIDE ? ' beside' : ''}"><p class="soft">${escaped(paper.cutting())}</p><div class="cards">${tubes.join('')}</div><div class="small">${small.join('')}</div></section>`,
  ].join('\n');
}

function tickLine({ sign, words }: PackLine): string {
  return `<li><span class="box"></span>${sign === 'none' ? '' : signSvg(sign)}${escaped(words)}</li>`;
}

/** Most lines of a label. Only the rows say when further fillings are due. */
const LABEL_LINES_MAX = 6;

/** Renders a label for each bottle that takes powder or salt: its fillings in order. */
function labelsOf(shown: FuelPlan, texts: Texts): readonly string[] {
  const { plan } = shown;
  const { recipes } = shown.view;
  const notices = medicalNotices(shown, texts).map((each) => `<p class="max">${escaped(each)}</p>`);
  const { forms, paper } = texts.plan;
  const isMixed = ({ recipe, tablet }: Fill) => recipe?.from === 'home' || tablet !== null;
  const bottles = Map.groupBy(plan.fills, (fill) => `${fill.leg} ${bottleName(plan, fill, texts)}`);
  return [...bottles.values()].flatMap((fills) => {
    const [first, ...refills] = fills;
    const isOneBottle = refills.every(({ stop }) => !isExchanged(plan, plan.stops[stop]));
    if (first === undefined || !fills.some(isMixed) || !isOneBottle) return [];
    const lines = fills.slice(0, LABEL_LINES_MAX).map((fill) => {
      const until = paper.until({ time: timeText(fill.toMin, texts) });
      const what = joined([mixText(fill, recipes, texts), markText(plan, fill, texts), until]);
      const at = plan.stops[fill.stop];
      if (fill === first || at === undefined) return `<p>${escaped(what)}</p>`;
      return `<p>${escaped(forms.headed({ head: timeText(at.atMin, texts), content: what }))}</p>`;
    });
    const head = joined([bottleName(plan, first, texts), sportOfLeg(plan, first.leg, texts)]);
    return [
      `<section class="label">${notices.join('')}<p class="head"><b>${escaped(head)}</b><span class="max">${escaped(maximumText(shown, texts))}</span></p>${lines.join('')}</section>`,
    ];
  });
}

/** Up to this many tags carry the session's name. More of them leave it out to save paper. */
const NAMED_TAGS_MAX = 6;

/** Renders the tags of transition and drop bags: where, when, and what they contain. */
function tagsOf({ plan, view, activity }: FuelPlan, texts: Texts): readonly string[] {
  const { pack } = view;
  const isFew = pack.bags.length <= NAMED_TAGS_MAX;
  const owner = isFew ? (plainName(activity.name) ?? '') : '';
  return pack.bags.flatMap((bag) => {
    const stop = plan.stops[bag.stop];
    const lines = bagLines(plan, pack, bag, texts);
    if (stop === undefined || stop.kind === 'start' || lines.length === 0) return [];
    const items = lines.map(({ sign, words }) => `<li>${signSvg(sign)}${escaped(words)}</li>`);
    return [
      `<section class="tag"><p class="head"><b>${escaped(capitalized(placeName(plan, bag, texts), texts))}</b></p><ul>${items.join('')}</ul>${owner === '' ? '' : `<p class="soft">${escaped(owner)}</p>`}</section>`,
    ];
  });
}
