import type { Choice } from '../planner/choice.ts';
import { drawAnswer } from '../planner/draw-answer.ts';
import { drawGlance } from '../planner/draw-figures.ts';
import { LANGUAGES, snippetsOf } from '../planner/snippets.ts';
import { TEXTS } from '../planner/texts.ts';
import type { TriedEnvelope } from '../planner/tried-envelope.ts';
import { Layout } from './layout.tsx';
import { PlannerForm } from './planner-form.tsx';

interface Props {
  readonly baseUrl: string;
  readonly choice: Choice;
  readonly envelope: TriedEnvelope;
}

/** Shows the planner, with its answer already in the page. */
export function LandingPage({ baseUrl, choice, envelope }: Props) {
  return (
    <Layout title={TEXTS.title} styles="/assets/planner.css" script="/assets/planner.js" markdown="/index.md">
      <div class="hero">
        <h1>{TEXTS.headline}</h1>
        <p class="lead">{TEXTS.lead}</p>
      </div>
      <div class="planner">
        <PlannerForm choice={choice} />
        <div class="answer">
          <p id="late" class="late" role="status" hidden />
          <div id="answer">{drawAnswer(choice, envelope)}</div>
          <p id="announcement" class="unseen" role="status" />
        </div>
        <p id="glance" class="glance" aria-hidden="true">
          {drawGlance(envelope)}
        </p>
      </div>
      <Code choice={choice} baseUrl={baseUrl} />
      <Onwards />
    </Layout>
  );
}

function Code({ choice, baseUrl }: Pick<Props, 'choice' | 'baseUrl'>) {
  const snippets = snippetsOf(choice, baseUrl);
  return (
    <section class="code" id="code" data-base-url={baseUrl}>
      <h2>{TEXTS.code}</h2>
      <p>{TEXTS.codeLead}</p>
      {Object.entries(LANGUAGES).map(([language, title], index) => (
        <details name="code" open={index === 0}>
          <summary>{title}</summary>
          <pre tabindex={0}>
            <code id={`code-${language}`}>{Reflect.get(snippets, language)}</code>
          </pre>
        </details>
      ))}
    </section>
  );
}

function Onwards() {
  return (
    <section class="onwards">
      <h2>{TEXTS.onwards}</h2>
      <ol>
        {TEXTS.steps.map(({ title, text, href, link }) => (
          <li>
            <h3>{title}</h3>
            <p>
              {text} <a href={href}>{link}</a>
            </p>
          </li>
        ))}
      </ol>
      <h2>{TEXTS.promises}</h2>
      <dl>
        {TEXTS.promiseList.map(({ title, text }) => (
          <div>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
