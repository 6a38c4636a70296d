import { LANGUAGES, type Language, UNITS } from '@musette/languages/languages';
import type { LandingTexts, Texts } from '@musette/languages/texts';
import { type Choice, keysOf, queryOf } from '#nutrition/planner/choice.ts';
import { drawAnswer, drawReply, drawRequest } from '#nutrition/planner/draw-answer.ts';
import { drawGlance } from '#nutrition/planner/draw-figures.ts';
import { CODE_LANGUAGES, type CodeLanguage, snippetsOf } from '#nutrition/planner/snippets.ts';
import type { TriedEnvelope } from '#nutrition/planner/tried-envelope.ts';
import { wordsOf } from '#nutrition/planner/words.ts';
import { Layout } from './layout.tsx';
import { PlannerForm } from './planner-form.tsx';

interface Props {
  readonly baseUrl: string;
  readonly choice: Choice;
  readonly envelope: TriedEnvelope;
  readonly texts: Texts;
  /** The address's query. */
  readonly asked: URLSearchParams;
  /** The language in the address, if any. */
  readonly named: Language | null;
  /** The current year (UTC), used to calculate ages. */
  readonly year: number;
}

/** Language names, each in its own language. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  ja: '日本語',
};
/** Links of the steps towards an integration. */
const STEPS = { access: '/access', guides: '/docs/guides/', reference: '/docs' } as const;

/** Introduces Musette, with one request and response and the planner, already answered. */
export function LandingPage(props: Props) {
  const { baseUrl, choice, envelope, texts, year } = props;
  const { landing, language } = texts;
  const words = wordsOf(texts);
  return (
    <Layout
      title={landing.title}
      language={language}
      frame={texts.frame}
      share={{ baseUrl, path: '/', description: landing.description }}
      languages={LANGUAGES}
      styles="/assets/planner.css"
      script={`/assets/planner-${language}.js`}
      markdown="/index.md"
    >
      <div class="hero">
        <h1>{landing.headline}</h1>
        <p class="lead">{landing.lead}</p>
        <p class="actions">
          <a class="button" href="/access">
            {landing.getKey}
          </a>
          <a href="/docs/guides/quick-start">{landing.quickStart}</a>
        </p>
      </div>
      <div class="planner" id="live" data-base-url={baseUrl} data-year={year} data-units={choice.units}>
        <Exchange choice={choice} envelope={envelope} year={year} landing={landing} />
        <PlannerForm choice={choice} asked={props.asked} language={props.named} texts={words.planner} />
        <div class="answer">
          <p id="late" class="late" role="status" hidden />
          <div id="answer">{drawAnswer(choice, envelope, words)}</div>
          <p id="announcement" class="unseen" role="status" />
        </div>
        <p id="glance" class="glance" aria-hidden="true">
          {drawGlance(envelope, words.planner)}
        </p>
      </div>
      <Code choice={choice} baseUrl={baseUrl} year={year} landing={landing} />
      <Onwards landing={landing} />
      <UnitLinks choice={choice} named={props.named} label={landing.units} />
      <LanguageLinks choice={choice} shown={language} label={landing.languages} />
    </Layout>
  );
}

interface Live {
  readonly choice: Choice;
  readonly year: number;
  readonly landing: LandingTexts;
}

function Exchange({ choice, year, landing, envelope }: Live & Pick<Props, 'envelope'>) {
  return (
    <section class="exchange" aria-labelledby="exchange">
      <h2 id="exchange">{landing.exchange}</h2>
      <h3>{landing.request}</h3>
      <pre tabindex={0} class="request">
        <code id="request">{drawRequest(choice, year)}</code>
      </pre>
      <h3>{landing.answer}</h3>
      <pre tabindex={0} class="reply">
        <code id="reply">{drawReply(envelope)}</code>
      </pre>
      <p class="hint">{landing.excerpt}</p>
    </section>
  );
}

function Code({ choice, baseUrl, year, landing }: Live & Pick<Props, 'baseUrl'>) {
  const snippets = snippetsOf(choice, baseUrl, year);
  return (
    <section class="send">
      <h2>{landing.code}</h2>
      <p>{landing.codeLead}</p>
      <div class="codes">
        {keysOf(CODE_LANGUAGES).map((language: CodeLanguage, index) => (
          <details class="code" name="code" data-language={language} open={index === 0}>
            <summary>{CODE_LANGUAGES[language]}</summary>
            <pre tabindex={0}>
              <code id={`code-${language}`}>{snippets[language]}</code>
            </pre>
          </details>
        ))}
      </div>
    </section>
  );
}

function Onwards({ landing }: { readonly landing: LandingTexts }) {
  return (
    <section class="onwards">
      <h2>{landing.onwards}</h2>
      <ol>
        {keysOf(STEPS).map((step) => (
          <li>
            <h3>{landing.steps[step].title}</h3>
            <p>
              {landing.steps[step].text} <a href={STEPS[step]}>{landing.steps[step].link}</a>
            </p>
          </li>
        ))}
      </ol>
      <h2>{landing.promises}</h2>
      <dl>
        {landing.promiseList.map(({ title, text }) => (
          <div>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const UNIT_NAMES = { metric: 'kg · °C · ml', us: 'lb · °F · fl oz' } as const;

/** Links to the same settings in both systems of units. The script keeps the links in sync with the form. */
function UnitLinks(props: {
  readonly choice: Choice;
  readonly named: Language | null;
  readonly label: string;
}) {
  return (
    <nav class="languages" aria-label={props.label}>
      {UNITS.map((units) => {
        const query = queryOf({ ...props.choice, units });
        query.set('units', units);
        if (props.named) query.set('lang', props.named);
        return (
          <a
            href={`/?${query}`}
            data-units={units}
            aria-current={units === props.choice.units ? 'true' : undefined}
          >
            {UNIT_NAMES[units]}
          </a>
        );
      })}
    </nav>
  );
}

/** Links to the same settings in every language. The script keeps the links in sync with the form. */
function LanguageLinks(props: { readonly choice: Choice; readonly shown: Language; readonly label: string }) {
  return (
    <nav class="languages" aria-label={props.label}>
      {LANGUAGES.map((language) => {
        const query = queryOf(props.choice);
        query.set('lang', language);
        return (
          <a
            href={`/?${query}`}
            lang={language}
            hreflang={language}
            data-lang={language}
            aria-current={language === props.shown ? 'true' : undefined}
          >
            {LANGUAGE_NAMES[language]}
          </a>
        );
      })}
    </nav>
  );
}
