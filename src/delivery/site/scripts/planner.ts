import {
  type Choice,
  DIALS,
  isBeyond,
  keysOf,
  queryOf,
  readChoice,
  scenarioOf,
} from '#nutrition/planner/choice.ts';
import { boundsInWords, dialInWords } from '#nutrition/planner/dial-words.ts';
import { drawAnswer } from '#nutrition/planner/draw-answer.ts';
import { drawReply, drawRequest } from '#nutrition/planner/draw-exchange.ts';
import { drawGlance } from '#nutrition/planner/draw-figures.ts';
import { CODE_LANGUAGES, snippetsOf } from '#nutrition/planner/snippets.ts';
import { isTriedEnvelope, type TriedEnvelope } from '#nutrition/planner/tried-envelope.ts';
import type { PlannerWords } from '#nutrition/planner/words.ts';
import { addCopyButtons, keepLanguage } from './code-blocks.ts';
import { elementOf } from './element-of.ts';
import { Pace } from './pace.ts';

/** A hand that rests this long has let go: then the result is read out to those who listen. */
const AT_REST_MS = 900;
const RETRY_MS = 60_000;

/** Words that only the script says. */
export interface ScriptWords extends PlannerWords {
  readonly copy: string;
  readonly copied: string;
}

/** Makes the planner of this page follow its form, in the language of the page. */
export function startPlanner(words: ScriptWords): void {
  const { planner: texts } = words;
  const live = elementOf('live', HTMLElement);
  const form = elementOf('planner', HTMLFormElement);
  const answer = elementOf('answer', HTMLElement);
  const glance = elementOf('glance', HTMLElement);
  const late = elementOf('late', HTMLElement);
  const announcement = elementOf('announcement', HTMLElement);
  const year = Number(live.dataset.year);
  const baseUrl = live.dataset.baseUrl ?? location.origin;

  /** The request under way; a newer one supersedes it. */
  let underWay = new AbortController();
  let askedFor = JSON.stringify(choiceOfForm());
  let restTimer = 0;
  let retryTimer = 0;

  function choiceOfForm(): Choice {
    return readChoice(new FormData(form));
  }

  /** Keeps a slider and its number field together, whichever of them moved. */
  function follow(moved: EventTarget | null): void {
    if (moved instanceof HTMLInputElement && moved.dataset.moves !== undefined) {
      elementOf(moved.dataset.moves, HTMLInputElement).value = moved.value;
      elementOf(`${moved.dataset.moves}-note`, HTMLElement).textContent = '';
    }
    const { dials } = choiceOfForm();
    for (const name of keysOf(DIALS)) {
      const slider = form.querySelector<HTMLInputElement>(`[data-moves="${name}"]`);
      if (slider && slider !== moved) slider.value = String(dials[name]);
      elementOf(`${name}-words`, HTMLElement).textContent = dialInWords(name, dials[name], texts);
    }
  }

  /** Makes a number out of bounds the nearest one, where the hand has let go of it, and says so. */
  function clamp(): void {
    const { dials } = choiceOfForm();
    for (const name of keysOf(DIALS)) {
      const field = elementOf(name, HTMLInputElement);
      if (field.value === String(dials[name])) continue;
      const note = elementOf(`${name}-note`, HTMLElement);
      note.textContent = isBeyond(name, field.value) ? boundsInWords(name, texts) : '';
      field.value = String(dials[name]);
    }
  }

  /** Asks for the numbers of the form as it is now, unless they were asked for last, and drops any earlier question. */
  async function ask(): Promise<void> {
    const choice = choiceOfForm();
    const asked = JSON.stringify(choice);
    if (asked === askedFor && retryTimer === 0) return;
    askedFor = asked;
    underWay.abort();
    clearTimeout(retryTimer);
    retryTimer = 0;
    const asking = new AbortController();
    underWay = asking;
    keepAddress(choice);
    try {
      const response = await fetch('/try/calculate', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Accept-Language': words.language },
        body: JSON.stringify(scenarioOf(choice, year)),
        signal: asking.signal,
      });
      const envelope: unknown = response.ok ? await response.json() : null;
      if (asking.signal.aborted) return;
      if (isTriedEnvelope(envelope)) show(choice, envelope);
      else keepLast(response.status === 429 ? texts.tooMany : texts.failed, response);
    } catch (failure) {
      if (!asking.signal.aborted) keepLast(texts.failed, null);
      if (!(failure instanceof TypeError || failure instanceof DOMException)) throw failure;
    }
  }

  /** Puts the choice into the address and into the links to other languages. */
  function keepAddress(choice: Choice): void {
    const query = queryOf(choice);
    const { lang } = Object.fromEntries(new FormData(form));
    if (typeof lang === 'string') query.set('lang', lang);
    history.replaceState(null, '', query.size === 0 ? location.pathname : `?${query}`);
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-lang]')) {
      query.set('lang', link.dataset.lang ?? '');
      link.href = `/?${query}`;
    }
  }

  function show(choice: Choice, envelope: TriedEnvelope): void {
    const open = new Set([...answer.querySelectorAll('details[open]')].map(({ id }) => id));
    answer.innerHTML = String(drawAnswer(choice, envelope, words));
    for (const details of answer.querySelectorAll('details')) details.open = open.has(details.id);
    glance.innerHTML = String(drawGlance(envelope, texts));
    elementOf('request', HTMLElement).innerHTML = String(drawRequest(choice, year));
    elementOf('reply', HTMLElement).innerHTML = String(drawReply(envelope));
    const snippets = snippetsOf(choice, baseUrl, year);
    for (const language of keysOf(CODE_LANGUAGES)) {
      elementOf(`code-${language}`, HTMLElement).textContent = snippets[language];
    }
    live.classList.remove('old');
    late.hidden = true;
    clearTimeout(restTimer);
    restTimer = window.setTimeout(() => announce(envelope), AT_REST_MS);
  }

  /** Leaves the last answer where it is, and says beside it and in the bar below that it belongs to other settings. */
  function keepLast(message: string, response: Response | null): void {
    live.classList.add('old');
    late.textContent = message;
    late.hidden = false;
    if (glance.querySelector('em') === null) {
      const mark = Object.assign(document.createElement('em'), { textContent: texts.outOfDate });
      glance.insertBefore(mark, glance.firstChild);
    }
    const seconds = Number(response?.headers.get('Retry-After'));
    retryTimer = window.setTimeout(ask, seconds > 0 ? seconds * 1000 : RETRY_MS);
  }

  function announce({ prescription, safety }: TriedEnvelope): void {
    announcement.textContent = texts.announced({
      carbG: prescription.carb_g_per_hr,
      fluidMl: prescription.fluid_ml_per_hr,
      limitMl: safety.max_safe_fluid_ml_per_hr,
    });
  }

  const pace = new Pace(() => void ask());
  form.addEventListener('pointerdown', (event) => {
    const { target } = event;
    pace.begin(target instanceof HTMLInputElement && target.type === 'range');
  });
  form.addEventListener('keydown', (event) => {
    if (!event.repeat) pace.begin(false);
  });
  form.addEventListener('input', (event) => {
    follow(event.target);
    pace.move();
  });
  form.addEventListener('change', () => {
    clamp();
    pace.end();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    pace.end();
  });
  // What is offline now may be online again before the next try.
  window.addEventListener('online', () => {
    if (retryTimer !== 0) void ask();
  });
  keepLanguage();
  addCopyButtons(words.copy, words.copied);
  document.documentElement.classList.add('live');
}
