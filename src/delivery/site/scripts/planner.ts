import {
  type Choice,
  DIALS,
  isBeyond,
  keysOf,
  queryOf,
  readChoice,
  scenarioOf,
  shownField,
} from '#nutrition/planner/choice.ts';
import { drawAnswer, drawReply, drawRequest } from '#nutrition/planner/draw-answer.ts';
import { drawGlance } from '#nutrition/planner/draw-figures.ts';
import { CODE_LANGUAGES, snippetsOf } from '#nutrition/planner/snippets.ts';
import { isTriedEnvelope, type TriedEnvelope } from '#nutrition/planner/tried-envelope.ts';
import { boundsText, dialText, type PlannerWords } from '#nutrition/planner/words.ts';
import { addCopyButtons, keepLanguage } from './code-blocks.ts';
import { elementOf } from './element-of.ts';

/** Pause after which the result is announced to screen readers. */
const AT_REST_MS = 900;
const RETRY_MS = 60_000;

/** Texts that only the script uses. */
interface ScriptWords extends PlannerWords {
  readonly copy: string;
  readonly copied: string;
}

/** Updates the page's planner as its form changes. */
export function startPlanner(words: ScriptWords): void {
  new Planner(words).start();
  keepLanguage();
  addCopyButtons(words.copy, words.copied);
  document.documentElement.classList.add('live');
}

class Planner {
  readonly #words: ScriptWords;
  readonly #texts: ScriptWords['planner'];
  readonly #live = elementOf('live', HTMLElement);
  readonly #form = elementOf('planner', HTMLFormElement);
  readonly #answer = elementOf('answer', HTMLElement);
  readonly #glance = elementOf('glance', HTMLElement);
  readonly #late = elementOf('late', HTMLElement);
  readonly #announcement = elementOf('announcement', HTMLElement);
  readonly #year = Number(this.#live.dataset.year);
  readonly #baseUrl = this.#live.dataset.baseUrl ?? location.origin;
  /** The current request. A newer one replaces it. */
  #current = new AbortController();
  #askedFor = JSON.stringify(this.#choice());
  #restTimer = 0;
  #retryTimer = 0;

  constructor(words: ScriptWords) {
    this.#words = words;
    this.#texts = words.planner;
  }

  /** Listens to the form. */
  start(): void {
    const pace = new Pace(() => void this.#ask());
    const form = this.#form;
    form.addEventListener('pointerdown', ({ target }) => {
      pace.begin(target instanceof HTMLInputElement && target.type === 'range');
    });
    form.addEventListener('keydown', (event) => {
      if (!event.repeat) pace.begin(false);
    });
    form.addEventListener('input', (event) => {
      this.#follow(event.target);
      pace.move();
    });
    form.addEventListener('change', () => {
      this.#clamp();
      pace.end();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      pace.end();
    });
    // Retries as soon as the browser is online again.
    window.addEventListener('online', () => {
      if (this.#retryTimer !== 0) void this.#ask();
    });
  }

  #choice(): Choice {
    return readChoice(new FormData(this.#form));
  }

  /** Syncs a slider with its number field, whichever changed. */
  #follow(moved: EventTarget | null): void {
    if (moved instanceof HTMLInputElement && moved.dataset.moves !== undefined) {
      elementOf(moved.dataset.moves, HTMLInputElement).value = moved.value;
      elementOf(`${moved.dataset.moves}-note`, HTMLElement).textContent = '';
    }
    const { dials, units } = this.#choice();
    for (const name of keysOf(DIALS)) {
      const slider = this.#form.querySelector<HTMLInputElement>(`[data-moves="${name}"]`);
      if (slider && slider !== moved) slider.value = String(shownField(name, units).fromMetric(dials[name]));
      elementOf(`${name}-words`, HTMLElement).textContent = dialText(name, dials[name], this.#texts);
    }
  }

  /** Clamps numbers that are out of bounds, with a note. */
  #clamp(): void {
    const { dials, units } = this.#choice();
    for (const name of keysOf(DIALS)) {
      const field = elementOf(name, HTMLInputElement);
      const value = String(shownField(name, units).fromMetric(dials[name]));
      if (field.value === value) continue;
      const note = elementOf(`${name}-note`, HTMLElement);
      note.textContent = isBeyond(name, field.value, units) ? boundsText(name, this.#texts) : '';
      field.value = value;
    }
  }

  /** Requests the numbers for the form's current state, unless unchanged. Cancels any earlier request. */
  async #ask(): Promise<void> {
    const choice = this.#choice();
    const asked = JSON.stringify(choice);
    if (asked === this.#askedFor && this.#retryTimer === 0) return;
    this.#askedFor = asked;
    this.#current.abort();
    clearTimeout(this.#retryTimer);
    this.#retryTimer = 0;
    const asking = new AbortController();
    this.#current = asking;
    this.#keepAddress(choice);
    try {
      const response = await fetch('/try/calculate', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Accept-Language': this.#words.language },
        body: JSON.stringify(scenarioOf(choice, this.#year)),
        signal: asking.signal,
      });
      const envelope: unknown = response.ok ? await response.json() : null;
      if (asking.signal.aborted) return;
      if (isTriedEnvelope(envelope)) this.#show(choice, envelope);
      else this.#keepLast(response.status === 429 ? this.#texts.tooMany : this.#texts.failed, response);
    } catch (failure) {
      if (!asking.signal.aborted) this.#keepLast(this.#texts.failed, null);
      if (!(failure instanceof TypeError || failure instanceof DOMException)) throw failure;
    }
  }

  /** Puts the choice into the address and the language links. */
  #keepAddress(choice: Choice): void {
    const query = queryOf(choice);
    const { lang } = Object.fromEntries(new FormData(this.#form));
    if (typeof lang === 'string') query.set('lang', lang);
    history.replaceState(null, '', query.size === 0 ? location.pathname : `?${query}`);
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-lang]')) {
      query.set('lang', link.dataset.lang ?? '');
      link.href = `/?${query}`;
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-units]')) {
      const units = link.dataset.units === 'us' ? 'us' : 'metric';
      const own = queryOf({ ...choice, units });
      own.set('units', units);
      if (typeof lang === 'string') own.set('lang', lang);
      link.href = `/?${own}`;
    }
  }

  #show(choice: Choice, envelope: TriedEnvelope): void {
    const open = new Set([...this.#answer.querySelectorAll('details[open]')].map(({ id }) => id));
    this.#answer.innerHTML = String(drawAnswer(choice, envelope, this.#words));
    for (const details of this.#answer.querySelectorAll('details')) details.open = open.has(details.id);
    this.#glance.innerHTML = String(drawGlance(envelope, this.#texts));
    elementOf('request', HTMLElement).innerHTML = String(drawRequest(choice, this.#year));
    elementOf('reply', HTMLElement).innerHTML = String(drawReply(envelope));
    const snippets = snippetsOf(choice, this.#baseUrl, this.#year);
    for (const language of keysOf(CODE_LANGUAGES)) {
      elementOf(`code-${language}`, HTMLElement).textContent = snippets[language];
    }
    this.#live.classList.remove('old');
    this.#late.hidden = true;
    clearTimeout(this.#restTimer);
    this.#restTimer = window.setTimeout(() => this.#announce(envelope), AT_REST_MS);
  }

  /** Keeps the last answer, marked as out of date in the page and the bottom bar. */
  #keepLast(message: string, response: Response | null): void {
    this.#live.classList.add('old');
    this.#late.textContent = message;
    this.#late.hidden = false;
    if (this.#glance.querySelector('em') === null) {
      const mark = Object.assign(document.createElement('em'), { textContent: this.#texts.outOfDate });
      this.#glance.insertBefore(mark, this.#glance.firstChild);
    }
    const seconds = Number(response?.headers.get('Retry-After'));
    this.#retryTimer = window.setTimeout(() => this.#ask(), seconds > 0 ? seconds * 1000 : RETRY_MS);
  }

  #announce({ prescription, safety }: TriedEnvelope): void {
    this.#announcement.textContent = this.#texts.announced({
      carbG: prescription.carb_g_per_hr,
      fluid: this.#texts.measures.total(prescription.fluid_ml_per_hr),
      limit: this.#texts.measures.limit(safety.max_safe_fluid_ml_per_hr),
    });
  }
}

/**
 * Delays before each request of one movement, ms. The first is immediate, so a single change gets an instant answer. A
 * long drag sends requests less and less often.
 */
const WAITS_MS = [0, 150, 250, 400, 700, 1200, 2500] as const;
/** Pause after which changes by keyboard trigger another request, ms. */
const KEYS_AT_REST_MS = 400;

/** Throttles the requests of one movement. A drag sends at most seven, plus one when it ends. */
export class Pace {
  readonly #ask: () => void;
  #asked = 0;
  #isDrag = false;
  #timer = 0;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** Begins a movement. */
  begin(isDrag: boolean): void {
    this.#asked = 0;
    this.#isDrag = isDrag;
  }

  /** Records a change within a movement. */
  move(): void {
    const waitMs = WAITS_MS[this.#asked];
    if (waitMs === undefined) {
      if (!this.#isDrag) this.#wait(KEYS_AT_REST_MS);
    } else if (this.#timer === 0) this.#wait(waitMs);
  }

  /**
   * Records the end of a change. A drag then sends immediately. Repeating keys end after each step and stay
   * throttled.
   */
  end(): void {
    if (this.#isDrag || this.#asked < WAITS_MS.length) this.#now();
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#now(), ms);
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#asked += 1;
    this.#ask();
  }
}
