import {
  type Choice,
  DIALS,
  isBeyond,
  keysOf,
  queryOf,
  readChoice,
  scenarioOf,
} from '#nutrition/planner/choice.ts';
import { boundsText, dialText } from '#nutrition/planner/dial-words.ts';
import { drawAnswer } from '#nutrition/planner/draw-answer.ts';
import { drawReply, drawRequest } from '#nutrition/planner/draw-exchange.ts';
import { drawGlance } from '#nutrition/planner/draw-figures.ts';
import { CODE_LANGUAGES, snippetsOf } from '#nutrition/planner/snippets.ts';
import { isTriedEnvelope, type TriedEnvelope } from '#nutrition/planner/tried-envelope.ts';
import type { PlannerWords } from '#nutrition/planner/words.ts';
import { addCopyButtons, keepLanguage } from './code-blocks.ts';
import { elementOf } from './element-of.ts';
import { Pace } from './pace.ts';

/** Pause after which the result is announced to screen readers. */
const AT_REST_MS = 900;
const RETRY_MS = 60_000;

/** Texts that only the script uses. */
export interface ScriptWords extends PlannerWords {
  readonly copy: string;
  readonly copied: string;
}

/** Updates the page's planner as its form changes. */
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

  /** The current request. A newer one replaces it. */
  let underWay = new AbortController();
  let askedFor = JSON.stringify(choiceOfForm());
  let restTimer = 0;
  let retryTimer = 0;

  function choiceOfForm(): Choice {
    return readChoice(new FormData(form));
  }

  /** Syncs a slider with its number field, whichever changed. */
  function follow(moved: EventTarget | null): void {
    if (moved instanceof HTMLInputElement && moved.dataset.moves !== undefined) {
      elementOf(moved.dataset.moves, HTMLInputElement).value = moved.value;
      elementOf(`${moved.dataset.moves}-note`, HTMLElement).textContent = '';
    }
    const { dials } = choiceOfForm();
    for (const name of keysOf(DIALS)) {
      const slider = form.querySelector<HTMLInputElement>(`[data-moves="${name}"]`);
      if (slider && slider !== moved) slider.value = String(dials[name]);
      elementOf(`${name}-words`, HTMLElement).textContent = dialText(name, dials[name], texts);
    }
  }

  /** Clamps numbers that are out of bounds, with a note. */
  function clamp(): void {
    const { dials } = choiceOfForm();
    for (const name of keysOf(DIALS)) {
      const field = elementOf(name, HTMLInputElement);
      if (field.value === String(dials[name])) continue;
      const note = elementOf(`${name}-note`, HTMLElement);
      note.textContent = isBeyond(name, field.value) ? boundsText(name, texts) : '';
      field.value = String(dials[name]);
    }
  }

  /** Requests the numbers for the form's current state, unless unchanged. Cancels any earlier request. */
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

  /** Puts the choice into the address and the language links. */
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

  /** Keeps the last answer, marked as out of date in the page and the bottom bar. */
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
  // Retries as soon as the browser is online again.
  window.addEventListener('online', () => {
    if (retryTimer !== 0) void ask();
  });
  keepLanguage();
  addCopyButtons(words.copy, words.copied);
  document.documentElement.classList.add('live');
}
