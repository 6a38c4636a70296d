import { type Choice, DIALS, keysOf, queryOf, readChoice, scenarioOf } from '../../planner/choice.ts';
import { drawAnswer } from '../../planner/draw-answer.ts';
import { drawGlance } from '../../planner/draw-figures.ts';
import { LANGUAGES, snippetsOf } from '../../planner/snippets.ts';
import { dialInWords, TEXTS } from '../../planner/texts.ts';
import { isTriedEnvelope, type TriedEnvelope } from '../../planner/tried-envelope.ts';
import { elementOf } from './element-of.ts';

/** A hand that rests this long has let go: then the result is read out to those who listen. */
const AT_REST_MS = 900;
const RETRY_MS = 60_000;

const form = elementOf('planner', HTMLFormElement);
const answer = elementOf('answer', HTMLElement);
const glance = elementOf('glance', HTMLElement);
const late = elementOf('late', HTMLElement);
const announcement = elementOf('announcement', HTMLElement);
const code = elementOf('code', HTMLElement);

/** The request under way; a newer one supersedes it. */
let underWay = new AbortController();
let restTimer = 0;
let retryTimer = 0;

function choiceOfForm(): Choice {
  return readChoice(new FormData(form));
}

/** Keeps a slider and its number field together, whichever of them moved. */
function follow(moved: EventTarget | null): void {
  if (moved instanceof HTMLInputElement && moved.dataset.moves !== undefined) {
    elementOf(moved.dataset.moves, HTMLInputElement).value = moved.value;
  }
  const { dials } = choiceOfForm();
  for (const name of keysOf(DIALS)) {
    const slider = form.querySelector<HTMLInputElement>(`[data-moves="${name}"]`);
    if (slider && slider !== moved) slider.value = String(dials[name]);
    elementOf(`${name}-words`, HTMLElement).textContent = dialInWords(name, dials[name]);
  }
}

/** Asks for the numbers of the form as it is now, and drops any earlier question. */
async function ask(): Promise<void> {
  underWay.abort();
  clearTimeout(retryTimer);
  const asking = new AbortController();
  underWay = asking;
  const choice = choiceOfForm();
  history.replaceState(null, '', queryOf(choice) || location.pathname);
  try {
    const response = await fetch('/try/calculate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(scenarioOf(choice)),
      signal: asking.signal,
    });
    const envelope: unknown = response.ok ? await response.json() : null;
    if (asking.signal.aborted) return;
    if (isTriedEnvelope(envelope)) show(choice, envelope);
    else keepLast(response.status === 429 ? TEXTS.outOfDate : TEXTS.failed, response);
  } catch (failure) {
    if (!asking.signal.aborted) keepLast(TEXTS.failed, null);
    if (!(failure instanceof TypeError || failure instanceof DOMException)) throw failure;
  }
}

function show(choice: Choice, envelope: TriedEnvelope): void {
  const open = new Set([...answer.querySelectorAll('details[open]')].map(({ id }) => id));
  answer.innerHTML = String(drawAnswer(choice, envelope));
  for (const details of answer.querySelectorAll('details')) details.open = open.has(details.id);
  glance.innerHTML = String(drawGlance(envelope));
  const snippets = snippetsOf(choice, code.dataset.baseUrl ?? location.origin);
  for (const language of keysOf(LANGUAGES)) {
    elementOf(`code-${language}`, HTMLElement).textContent = snippets[language];
  }
  answer.classList.remove('old');
  late.hidden = true;
  clearTimeout(restTimer);
  restTimer = window.setTimeout(() => announce(envelope), AT_REST_MS);
}

/** Leaves the last answer where it is, and says that it belongs to other settings. */
function keepLast(words: string, response: Response | null): void {
  answer.classList.add('old');
  late.textContent = words;
  late.hidden = false;
  const seconds = Number(response?.headers.get('Retry-After'));
  retryTimer = window.setTimeout(ask, seconds > 0 ? seconds * 1000 : RETRY_MS);
}

function announce({ prescription, safety }: TriedEnvelope): void {
  announcement.textContent = TEXTS.announced(
    prescription.carb_g_per_hr,
    prescription.fluid_ml_per_hr,
    safety.max_safe_fluid_ml_per_hr,
  );
}

form.addEventListener('input', (event) => {
  follow(event.target);
  void ask();
});
form.addEventListener('change', () => {
  // A number out of bounds becomes the nearest one, where the hand has let go of it.
  const { dials } = choiceOfForm();
  for (const name of keysOf(DIALS)) elementOf(name, HTMLInputElement).value = String(dials[name]);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void ask();
});
document.documentElement.classList.add('live');
