import { EMAIL_CHARACTERS_MAX, PUBLIC_NAME_MAX } from '#platform/http/wire-fields.ts';
import { Layout } from './layout.tsx';
import { sections } from './site-page.tsx';

/** Form fields by name, with their maximum length in characters. */
export const ACCESS_FIELDS = {
  platform: PUBLIC_NAME_MAX,
  use_case: 2000,
  email: EMAIL_CHARACTERS_MAX,
} as const;
export type AccessField = keyof typeof ACCESS_FIELDS;

interface FormProps {
  readonly typed: Readonly<Record<AccessField, string>>;
  readonly wrong: ReadonlySet<AccessField>;
}

/** Shows the form for requesting access. */
export function AccessPage({ typed, wrong }: FormProps) {
  const of = (name: AccessField) => ({ name, value: typed[name], isWrong: wrong.has(name) });
  return (
    <Layout title={ACCESS_TEXTS.title} markdown="/access.md">
      <h1>{ACCESS_TEXTS.heading}</h1>
      <p class="lead">{ACCESS_TEXTS.lead}</p>
      <div class="beside">
        <form method="post" action="/access" class="form" novalidate>
          <Field {...of('platform')} label={ACCESS_TEXTS.platform} hint={ACCESS_TEXTS.platformHint} />
          <Field {...of('use_case')} label={ACCESS_TEXTS.useCase} hint={ACCESS_TEXTS.useCaseHint} isLong />
          <Field {...of('email')} label={ACCESS_TEXTS.email} hint={ACCESS_TEXTS.emailHint} type="email" />
          <p>
            <button class="button" type="submit">
              {ACCESS_TEXTS.send}
            </button>
          </p>
          <p class="hint">{ACCESS_TEXTS.retained}</p>
        </form>
        <aside>
          <h2>{ACCESS_TEXTS.next}</h2>
          <ol>
            {ACCESS_TEXTS.steps.map((step) => (
              <li>{step}</li>
            ))}
          </ol>
          <p>
            {ACCESS_TEXTS.meanwhile} <a href="/">{ACCESS_TEXTS.planner}</a>.
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
          {ACCESS_TEXTS.problems[name]}
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
    <Layout title={ACCESS_TEXTS.link.title}>
      <h1>{ACCESS_TEXTS.link.heading}</h1>
      <p class="lead">
        <bdi>{platform}</bdi>
      </p>
      <p>{ACCESS_TEXTS.link.ready}</p>
      <form method="post" action="/access/key">
        <input type="hidden" name="link" value={link} />
        <p>
          <button class="button" type="submit">
            {ACCESS_TEXTS.link.make}
          </button>
        </p>
      </form>
    </Layout>
  );
}

/** Shows the key. It is shown only once. */
export function AccessKeyPage({ secret, baseUrl }: { readonly secret: string; readonly baseUrl: string }) {
  return (
    <Layout title={ACCESS_TEXTS.link.title}>
      <h1>{ACCESS_TEXTS.link.heading}</h1>
      <p class="lead">{ACCESS_TEXTS.link.shown}</p>
      <pre class="secret" tabindex={0}>
        <code id="key">{secret}</code>
      </pre>
      <h2>{ACCESS_TEXTS.link.first}</h2>
      <pre tabindex={0}>
        <code>{firstRequest(baseUrl, secret)}</code>
      </pre>
      <p>{ACCESS_TEXTS.link.lost}</p>
      <p class="actions">
        <a class="button" href="/docs/guides/quick-start">
          {ACCESS_TEXTS.link.onwards}
        </a>
        <a href="/docs">{ACCESS_TEXTS.link.reference}</a>
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
        <a href="/">{ACCESS_TEXTS.home}</a>
      </p>
    </Layout>
  );
}

/** Writes the access page as Markdown, with the fields of its form. */
export function accessMarkdown(baseUrl: string): string {
  const fields = [
    { name: 'platform', label: ACCESS_TEXTS.platform, hint: ACCESS_TEXTS.platformHint },
    { name: 'use_case', label: ACCESS_TEXTS.useCase, hint: ACCESS_TEXTS.useCaseHint },
    { name: 'email', label: ACCESS_TEXTS.email, hint: ACCESS_TEXTS.emailHint },
  ] as const;
  const rows = fields.map(
    ({ name, label, hint }) => `| \`${name}\` | ${label} | ${ACCESS_FIELDS[name]} | ${hint} |`,
  );
  return sections([
    `# ${ACCESS_TEXTS.heading}`,
    ACCESS_TEXTS.lead,
    `The form is at ${baseUrl}/access. It posts these fields to the same address (\`application/x-www-form-urlencoded\`):`,
    ['| field | label | max. characters | hint |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ACCESS_TEXTS.retained,
    `## ${ACCESS_TEXTS.next}`,
    ACCESS_TEXTS.steps.map((step) => `1. ${step}`).join('\n'),
    `${ACCESS_TEXTS.meanwhile} [${ACCESS_TEXTS.planner}](${baseUrl}/index.md).`,
  ]);
}

/** Texts of the access pages. */
export const ACCESS_TEXTS = {
  title: 'Get a key · Musette',
  heading: 'Get a key for your platform',
  lead: 'Platforms call Musette from their servers. Tell us who you are and what you want to build. A person reads every request and replies within a few days.',
  platform: 'Platform',
  platformHint: 'The name your athletes know.',
  useCase: 'What you want to build',
  useCaseHint: 'Where athletes will see the numbers, and roughly how many athletes you have.',
  email: 'Email address',
  emailHint: 'If we approve your request, we’ll email your key link here.',
  send: 'Request access',
  retained: 'We keep this information for 90 days after the decision and use it for nothing else.',
  next: 'What happens next',
  steps: [
    'We read your request.',
    'You get an email with a link that works once, within 72 hours. It reveals your sandbox key.',
    'The sandbox has every operation, its own databases and eight sample athletes.',
    'Once your integration works, request live access in the console and create your production key there.',
  ],
  meanwhile: 'You can try the numbers without a key:',
  planner: 'open the planner',
  home: 'Back to the planner',
  problems: {
    platform:
      'Enter the name of your platform: up to 80 letters, numbers and punctuation marks, without “Musette”, “verified” or “official”.',
    use_case: 'Describe what you want to build, in at most 2,000 characters.',
    email: 'Enter an email address such as api@platform.example.',
  },
  sent: {
    title: 'We have your request',
    message: 'A person will read it. If we approve it, you’ll get an email with a link to your sandbox key.',
  },
  tooMany: {
    title: 'Too many requests',
    message: 'We accept five requests per hour from one network. Nothing was stored. Try again in an hour.',
  },
  tooLarge: {
    title: 'This form is too large',
    message: 'Nothing was stored. Go back and try again with less text.',
  },
  link: {
    title: 'Your sandbox key · Musette',
    heading: 'Your sandbox key',
    ready: 'Your request was approved. We show your key only once, so have your secret store open.',
    make: 'Reveal my sandbox key',
    shown: 'This is your key. Copy it now: we store only a hash, so we can’t show it again.',
    first: 'Your first request',
    lost: 'If you lose it, create another key in the console or with a key you still have, or ask us for a new link.',
    onwards: 'Continue with the quick start',
    reference: 'Open the reference',
  },
  expired: {
    title: 'This link has expired',
    message: 'Links work for 72 hours. Reply to the email and we’ll send you a new one.',
  },
  used: {
    title: 'This link has been used',
    message:
      'It has already revealed its key and can’t do so again. If that wasn’t you, contact us immediately.',
  },
  unknown: {
    title: 'This link does not work',
    message: 'It is incomplete, or a newer link has replaced it. Open the link in our latest email.',
  },
} as const;
