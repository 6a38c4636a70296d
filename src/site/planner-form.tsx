import {
  type Choice,
  DIALS,
  type DialName,
  GUESSES,
  type GuessName,
  keysOf,
  SEXES,
  SPORTS,
  type TickName,
} from '../planner/choice.ts';
import {
  DIAL_TEXTS,
  dialInWords,
  GUESS_TEXTS,
  SEX_TEXTS,
  SPORT_TEXTS,
  TEXTS,
  TICK_TEXTS,
} from '../planner/texts.ts';

/**
 * Shows the controls. Number fields carry the values, so that the form works without script; the sliders beside them have
 * no name and only move the fields.
 */
export function PlannerForm({ choice }: { readonly choice: Choice }) {
  return (
    <form id="planner" method="get" action="/" aria-label={TEXTS.controls}>
      <fieldset class="sports">
        <legend>{TEXTS.session}</legend>
        {SPORTS.map((sport) => (
          <Pick name="type" value={sport} isPicked={choice.type === sport} label={SPORT_TEXTS[sport]} />
        ))}
      </fieldset>
      <DialField name="duration_min" choice={choice} />
      <DialField name="intensity_level" choice={choice} />
      <Tick name="is_race_event" choice={choice} />
      <fieldset>
        <legend>{TEXTS.weather}</legend>
        <DialField name="temperature_c" choice={choice} />
        <DialField name="humidity_percent" choice={choice} />
        <Tick name="heat_acclimatized" choice={choice} />
      </fieldset>
      <fieldset>
        <legend>{TEXTS.person}</legend>
        <DialField name="body_mass_kg" choice={choice} />
        <div class="picks" role="radiogroup" aria-label={TEXTS.sex}>
          {SEXES.map((sex) => (
            <Pick name="sex" value={sex} isPicked={choice.sex === sex} label={SEX_TEXTS[sex]} />
          ))}
        </div>
        {keysOf(GUESSES).map((name) => (
          <Guess name={name} choice={choice} />
        ))}
      </fieldset>
      <p class="submit">
        <button class="button" type="submit">
          {TEXTS.calculate}
        </button>
      </p>
    </form>
  );
}

function Pick(props: {
  readonly name: string;
  readonly value: string;
  readonly isPicked: boolean;
  readonly label: string;
}) {
  return (
    <label class="pick">
      <input type="radio" name={props.name} value={props.value} checked={props.isPicked} />
      <span>{props.label}</span>
    </label>
  );
}

function DialField({ name, choice }: { readonly name: DialName; readonly choice: Choice }) {
  const { min, max, step } = DIALS[name];
  const { label, unit } = DIAL_TEXTS[name];
  const value = choice.dials[name];
  const bounds = { min, max, step, value };
  return (
    <div class="dial">
      <label for={name}>{label}</label>
      <output for={name} id={`${name}-words`}>
        {dialInWords(name, value)}
      </output>
      <span class="field">
        <input type="number" inputmode="numeric" id={name} name={name} {...bounds} />
        <span class="unit">{unit}</span>
      </span>
      <input type="range" data-moves={name} aria-label={label} {...bounds} />
    </div>
  );
}

function Tick({ name, choice }: { readonly name: TickName; readonly choice: Choice }) {
  return (
    <label class="tick">
      <input type="checkbox" name={name} value="true" checked={choice.ticks[name]} />
      <span>{TICK_TEXTS[name]}</span>
    </label>
  );
}

function Guess({ name, choice }: { readonly name: GuessName; readonly choice: Choice }) {
  const { label, figures } = GUESS_TEXTS[name];
  return (
    <div class="guess">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">{TEXTS.notKnown}</option>
        {GUESSES[name].map((figure) => (
          <option value={figure} selected={choice.guesses[name] === figure}>
            {figures[figure]}
          </option>
        ))}
      </select>
    </div>
  );
}
