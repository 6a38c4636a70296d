import { RACE_FORMATS } from '@musette/engine/types';
import type { Language } from '@musette/languages/languages';
import type { ControlTexts } from '@musette/languages/texts';
import {
  type Choice,
  type DialName,
  GUESSES,
  type GuessName,
  isBeyond,
  keysOf,
  MEASURES,
  type MeasureName,
  SEXES,
  SPORTS,
  shownField,
  type TickName,
} from '#nutrition/planner/choice.ts';
import { boundsText, dialText, type Wording } from '#nutrition/planner/words.ts';

interface Props {
  readonly choice: Choice;
  /** The page's query. Fields out of bounds get a note. */
  readonly asked: URLSearchParams;
  /** The language in the address, if any. The form resubmits it. */
  readonly language: Language | null;
  readonly texts: Wording;
}

/**
 * Shows the controls. Number fields hold the values, so the form works without script. Sliders only move the
 * fields.
 */
export function PlannerForm({ choice, asked, language, texts }: Props) {
  const { controls } = texts;
  const dial = (name: DialName) => (
    <DialField
      name={name}
      choice={choice}
      isBeyond={isBeyond(name, asked.get(shownField(name, choice.units).name), choice.units)}
      texts={texts}
    />
  );
  return (
    <form id="planner" method="get" action="/" aria-label={controls.form}>
      {language && <input type="hidden" name="lang" value={language} />}
      {choice.units !== 'metric' && <input type="hidden" name="units" value={choice.units} />}
      <fieldset class="sports">
        <legend>{controls.session}</legend>
        {SPORTS.map((sport) => (
          <Pick name="type" value={sport} isPicked={choice.type === sport} label={controls.sports[sport]} />
        ))}
      </fieldset>
      {dial('duration_min')}
      {dial('intensity_level')}
      <Tick name="is_race_event" choice={choice} controls={controls} />
      <RaceFormat choice={choice} controls={controls} />
      <fieldset>
        <legend>{controls.weather}</legend>
        {dial('temperature_c')}
        {dial('humidity_percent')}
        <Tick name="shade" choice={choice} controls={controls} />
      </fieldset>
      <AboutYou choice={choice} controls={controls} dial={dial} />
      <Measured choice={choice} controls={controls} />
      <p class="hint">{controls.health}</p>
      <p class="submit">
        <button class="button" type="submit">
          {controls.calculate}
        </button>
      </p>
    </form>
  );
}

function AboutYou(props: {
  readonly choice: Choice;
  readonly controls: ControlTexts;
  readonly dial: (name: DialName) => unknown;
}) {
  const { choice, controls, dial } = props;
  return (
    <fieldset>
      <legend>{controls.you}</legend>
      <p class="hint">{controls.madeUp}</p>
      <div class="picks" role="radiogroup" aria-label={controls.sex}>
        {SEXES.map((sex) => (
          <Pick name="sex" value={sex} isPicked={choice.sex === sex} label={controls.sexes[sex]} />
        ))}
      </div>
      {(['age_years', 'height_cm', 'body_mass_kg', 'fitness_level'] as const).map(dial)}
      {keysOf(GUESSES).map((name) => (
        <Guess name={name} choice={choice} controls={controls} />
      ))}
      <Tick name="heat_acclimatized" choice={choice} controls={controls} />
      <Tick name="gi_history" choice={choice} controls={controls} />
    </fieldset>
  );
}

/** Shows the measurements that few people know, collapsed unless one is set. */
function Measured({ choice, controls }: { readonly choice: Choice; readonly controls: ControlTexts }) {
  const names = keysOf(MEASURES);
  return (
    <details class="measured" open={names.some((name) => choice.measures[name] !== null)}>
      <summary>{controls.measured}</summary>
      {names.map((name) => (
        <Measure name={name} choice={choice} controls={controls} />
      ))}
    </details>
  );
}

function Measure(props: {
  readonly name: MeasureName;
  readonly choice: Choice;
  readonly controls: ControlTexts;
}) {
  const { name, choice, controls } = props;
  const { label, unit } = controls.measures[name];
  const shown = shownField(name, choice.units);
  const { min, max } = shown;
  const value = choice.measures[name];
  return (
    <div class="measure">
      <label for={name}>{label}</label>
      <span class="field">
        <input
          type="number"
          inputmode="decimal"
          id={name}
          name={shown.name}
          min={min}
          max={max}
          step="any"
          value={value === null ? '' : shown.fromMetric(value)}
        />
        <span class="unit">{shown.unit ?? unit}</span>
      </span>
    </div>
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

function DialField(props: {
  readonly name: DialName;
  readonly choice: Choice;
  readonly isBeyond: boolean;
  readonly texts: Wording;
}) {
  const { name, choice, texts } = props;
  const { name: field, unit: shownUnit, min, max, step, fromMetric } = shownField(name, choice.units);
  const { label, unit } = texts.controls.dials[name];
  const value = choice.dials[name];
  const bounds = { min, max, step, value: fromMetric(value) };
  return (
    <div class="dial">
      <label for={name}>{label}</label>
      <output for={name} id={`${name}-words`}>
        {dialText(name, value, texts)}
      </output>
      <span class="field">
        <input
          type="number"
          inputmode="numeric"
          id={name}
          name={field}
          aria-describedby={`${name}-note`}
          {...bounds}
        />
        <span class="unit">{shownUnit ?? unit}</span>
      </span>
      <input type="range" data-moves={name} aria-label={label} {...bounds} />
      <p class="note" id={`${name}-note`} role="status">
        {props.isBeyond ? boundsText(name, texts) : ''}
      </p>
    </div>
  );
}

function Tick(props: { readonly name: TickName; readonly choice: Choice; readonly controls: ControlTexts }) {
  const { name, choice, controls } = props;
  return (
    <label class="tick">
      <input type="checkbox" name={name} value="true" checked={choice.ticks[name]} />
      <span>{controls.ticks[name]}</span>
    </label>
  );
}

/** Shows the courses of a triathlon. The page's style hides them for other sports. */
function RaceFormat({ choice, controls }: { readonly choice: Choice; readonly controls: ControlTexts }) {
  const { label, names } = controls.raceFormat;
  return (
    <div class="guess triathlon">
      <label for="race_format">{label}</label>
      <select id="race_format" name="race_format">
        <option value="">{controls.notKnown}</option>
        {RACE_FORMATS.map((format) => (
          <option value={format} selected={choice.raceFormat === format}>
            {names[format]}
          </option>
        ))}
      </select>
    </div>
  );
}

function Guess(props: {
  readonly name: GuessName;
  readonly choice: Choice;
  readonly controls: ControlTexts;
}) {
  const { name, choice, controls } = props;
  const { label, figures } = controls.guesses[name];
  return (
    <div class="guess">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="" selected={choice.guesses[name] === null}>
          {controls.notKnown}
        </option>
        {Object.entries(figures).map(([figure, words]) => (
          <option value={figure} selected={String(choice.guesses[name]) === figure}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
