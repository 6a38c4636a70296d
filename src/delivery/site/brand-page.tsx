import type { Hono } from 'hono';
import type { ServiceEnv } from '#platform/http/service.ts';
import { Layout } from './layout.tsx';
import { MARKDOWN, sections, serveAsset, sitePage } from './site-page.tsx';

/** Mounts `/brand/`: the page about the logos, and the logo files. */
export function mountBrand(app: Hono<ServiceEnv>): void {
  app.get('/brand', (c) => c.redirect('/brand/', 301));
  app.get('/brand/', (c) => sitePage(c, <BrandPage baseUrl={c.env.env.baseUrl} />));
  for (const path of ['/brand/index.md', '/brand.md']) {
    app.get(path, (c) => c.body(brandMarkdown(c.env.env.baseUrl), 200, MARKDOWN));
  }
  app.get('/brand/:file{[a-z0-9-]+\\.(?:svg|png)}', (c) => serveAsset(c));
}

/** Brand images. Each exists for light and dark backgrounds, as SVG and as PNG at 1× and 2×. */
export const BRAND_FILES = [
  { name: 'musette-logo', title: 'Logo', alt: 'Musette', width: 225, height: 64 },
  { name: 'powered-by-musette', title: 'Badge', alt: 'Powered by Musette', width: 203, height: 40 },
  { name: 'musette-mark', title: 'Mark', alt: 'Musette', width: 64, height: 64 },
  { name: 'musette-mark-mono', title: 'Mark, one colour', alt: 'Musette', width: 64, height: 64 },
] as const;
export const BRAND_GROUNDS = ['light', 'dark'] as const;
export const BRAND_FORMATS = [
  { ending: '.svg', title: 'SVG' },
  { ending: '.png', title: 'PNG' },
  { ending: '-2x.png', title: 'PNG, 2×' },
] as const;

const BRAND_TEXTS = {
  heading: 'Logos and how to use them',
  lead: 'A musette is the bag riders grab in the feed zone. Ours holds one drop: what you need and no more.',
  naming: 'When to credit us',
  using: 'How to use the logos',
  rules: [
    'Use the files as they are. Do not redraw, recolour, stretch, crop, rotate or animate them.',
    'Leave clear space of a quarter of the logo’s height on all sides, and show it at least 20 pixels high.',
    'Use the light version on light backgrounds and the dark version on dark ones. Avoid busy backgrounds.',
    'Do not suggest that we made, tested or endorse your product, another brand or a medical claim.',
  ],
  safety: 'Always show the safety information',
  disclaimer:
    'State near the numbers that prescriptions are personalised guidance from physiological models, not a substitute for professional medical evaluation. Never hide safety data: show warnings and ceilings with the numbers.',
} as const;

function BrandPage(props: { readonly baseUrl: string }) {
  return (
    <Layout title="Brand · Musette" markdown="/brand/index.md">
      <h1>{BRAND_TEXTS.heading}</h1>
      <p class="lead">{BRAND_TEXTS.lead}</p>
      {BRAND_FILES.map((file) => (
        <Picture file={file} />
      ))}
      <Rules baseUrl={props.baseUrl} />
    </Layout>
  );
}

function Picture({ file }: { readonly file: (typeof BRAND_FILES)[number] }) {
  const { name, title, alt, width, height } = file;
  return (
    <section>
      <h2>{title}</h2>
      <div class="logos">
        {BRAND_GROUNDS.map((ground) => (
          <figure class={`on-${ground}`}>
            <img
              src={`/brand/${name}-${ground}.svg`}
              alt={`${alt}, for ${ground} backgrounds`}
              width={width}
              height={height}
            />
            <figcaption>
              For {ground} backgrounds:{' '}
              <Downloads stem={`${name}-${ground}`} title={`${title} for ${ground} backgrounds`} />
            </figcaption>
          </figure>
        ))}
      </div>
      <p>
        Alternative text: <code>{`alt="${alt}"`}</code>. Size: {width} × {height}.
      </p>
    </section>
  );
}

function Downloads({ stem, title }: { readonly stem: string; readonly title: string }) {
  return (
    <>
      {BRAND_FORMATS.map((format, index) => (
        <>
          {index > 0 && ', '}
          <a href={`/brand/${stem}${format.ending}`} aria-label={`${title}, ${format.title}`} download>
            {format.title}
          </a>
        </>
      ))}
    </>
  );
}

function Rules({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <section>
      <h2>{BRAND_TEXTS.naming}</h2>
      <p>
        Wherever you show data of teaser-tier athletes, place the words <strong>Powered by Musette</strong>{' '}
        visibly near the nutrition data and link them to <a href={baseUrl}>{baseUrl}</a> or to the response’s{' '}
        <code>subscribe_url</code>. The badge includes these words. Adding a logo is optional. For full-tier
        athletes, attribution is optional. The <code>X-Service-Data-Attribution</code> header on every
        response says which rule applies.
      </p>
      <h2>{BRAND_TEXTS.using}</h2>
      <ul>
        {BRAND_TEXTS.rules.map((rule) => (
          <li>{rule}</li>
        ))}
      </ul>
      <h2>{BRAND_TEXTS.safety}</h2>
      <p>{BRAND_TEXTS.disclaimer}</p>
    </section>
  );
}

/** Writes the brand page as Markdown: the address of each file and the rules for using it. */
function brandMarkdown(baseUrl: string): string {
  const files = BRAND_FILES.flatMap(({ name, title, alt }) =>
    BRAND_GROUNDS.map((ground) => {
      const links = BRAND_FORMATS.map(
        (format) => `[${format.title}](${baseUrl}/brand/${name}-${ground}${format.ending})`,
      );
      return `- ${title} for ${ground} backgrounds, alternative text \`${alt}\`: ${links.join(', ')}`;
    }),
  );
  return sections([
    `# ${BRAND_TEXTS.heading}`,
    BRAND_TEXTS.lead,
    files.join('\n'),
    `## ${BRAND_TEXTS.naming}`,
    `Wherever you show data of teaser-tier athletes, place the words **Powered by Musette** visibly near the nutrition data and link them to ${baseUrl} or to the response’s \`subscribe_url\`. For full-tier athletes, attribution is optional. The \`X-Service-Data-Attribution\` header on every response says which rule applies.`,
    `## ${BRAND_TEXTS.using}`,
    BRAND_TEXTS.rules.map((rule) => `- ${rule}`).join('\n'),
    `## ${BRAND_TEXTS.safety}`,
    BRAND_TEXTS.disclaimer,
  ]);
}
