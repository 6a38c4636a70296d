import { PUBLIC_NAME_MAX } from '#platform/http/public-name.ts';
import { ACCESS_TEXTS as TEXTS } from './access-texts.ts';
import { Layout } from './layout.tsx';

/** Form fields by name, with their maximum length in characters. */
export const ACCESS_FIELDS = { platform: PUBLIC_NAME_MAX, use_case: 2000, email: 254 } as const;
export type AccessField = keyof typeof ACCESS_FIELDS;

interface FormProps {
  readonly typed: Readonly<Record<AccessField, string>>;
  readonly wrong: ReadonlySet<AccessField>;
}

/** Shows the form for requesting access. */
export function AccessPage({ typed, wrong }: FormProps) {
  const of = (name: AccessField) => ({ name, value: typed[name], isWrong: wrong.has(name) });
  return (
    <Layout title={TEXTS.title} markdown="/access.md">
      <h1>{TEXTS.heading}</h1>
      <p class="lead">{TEXTS.lead}</p>
      <div class="beside">
        <form method="post" action="/access" class="form" novalidate>
          <Field {...of('platform')} label={TEXTS.platform} hint={TEXTS.platformHint} />
          <Field {...of('use_case')} label={TEXTS.useCase} hint={TEXTS.useCaseHint} isLong />
          <Field {...of('email')} label={TEXTS.email} hint={TEXTS.emailHint} type="email" />
          <p>
            <button class="button" type="submit">
              {TEXTS.send}
            </button>
          </p>
          <p class="hint">{TEXTS.kept}</p>
        </form>
        <aside>
          <h2>{TEXTS.next}</h2>
          <ol>
            {TEXTS.steps.map((step) => (
              <li>{step}</li>
            ))}
          </ol>
          <p>
            {TEXTS.meanwhile} <a href="/">{TEXTS.planner}</a>.
          </p>
        </aside>
      </div>
    </Layout>
  );
}

function Field(props: {
  readonly name: AccessField;
  readonly value: string;
  readonly isWrong: boolean;
  readonly label: string;
  readonly hint: string;
  readonly type?: string;
  readonly isLong?: boolean;
}) {
  const { name, value, isWrong, label, hint, type = 'text', isLong = false } = props;
  const notes = [`${name}-hint`, ...(isWrong ? [`${name}-problem`] : [])].join(' ');
  const common = {
    id: name,
    name,
    required: true,
    maxlength: ACCESS_FIELDS[name],
    'aria-describedby': notes,
    ...(isWrong ? { 'aria-invalid': 'true' as const } : {}),
  };
  return (
    <div class="entry">
      <label for={name}>{label}</label>
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
      {isWrong ? (
        <p class="problem" id={`${name}-problem`} role="alert">
          {TEXTS.problems[name]}
        </p>
      ) : null}
      {isLong ? (
        <textarea {...common} rows={5}>
          {value}
        </textarea>
      ) : (
        <input {...common} type={type} value={value} autocomplete={type === 'email' ? 'email' : 'off'} />
      )}
    </div>
  );
}

/**
 * Shows the button that creates the key. Opening the page creates nothing, because email clients prefetch
 * links.
 */
export function AccessLinkPage({ link, platform }: { readonly link: string; readonly platform: string }) {
  return (
    <Layout title={TEXTS.link.title}>
      <h1>{TEXTS.link.heading}</h1>
      <p class="lead">
        <bdi>{platform}</bdi>
      </p>
      <p>{TEXTS.link.ready}</p>
      <form method="post" action="/access/key">
        <input type="hidden" name="link" value={link} />
        <p>
          <button class="button" type="submit">
            {TEXTS.link.make}
          </button>
        </p>
      </form>
    </Layout>
  );
}

/** Shows the key. It is shown only once. */
export function AccessKeyPage({ secret, baseUrl }: { readonly secret: string; readonly baseUrl: string }) {
  return (
    <Layout title={TEXTS.link.title}>
      <h1>{TEXTS.link.heading}</h1>
      <p class="lead">{TEXTS.link.shown}</p>
      <pre class="secret" tabindex={0}>
        <code id="key">{secret}</code>
      </pre>
      <h2>{TEXTS.link.first}</h2>
      <pre tabindex={0}>
        <code>{firstRequest(baseUrl, secret)}</code>
      </pre>
      <p>{TEXTS.link.lost}</p>
      <p class="actions">
        <a class="button" href="/docs/guides/quick-start">
          {TEXTS.link.onwards}
        </a>
        <a href="/docs">{TEXTS.link.reference}</a>
      </p>
    </Layout>
  );
}

/** Writes a request that returns numbers without a stored athlete. */
function firstRequest(baseUrl: string, secret: string): string {
  return `curl -s ${baseUrl}/v1/nutrition/calculate \\
  -H 'Authorization: Bearer ${secret}' \\
  -H 'Content-Type: application/json' \\
  -d '{"profile":{"body_mass_kg":68},"activity":{"type":"run","duration_min":210,"intensity_level":6}}'`;
}

/** Shows the state of a request or link. */
export function AccessMessagePage(props: { readonly title: string; readonly message: string }) {
  return (
    <Layout title={`${props.title} · Musette`}>
      <h1>{props.title}</h1>
      <p class="lead">{props.message}</p>
      <p>
        <a href="/">{TEXTS.home}</a>
      </p>
    </Layout>
  );
}
