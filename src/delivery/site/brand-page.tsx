import { Layout } from './layout.tsx';

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

/** Texts of the page and of its Markdown. */
export const BRAND_TEXTS = {
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

/** Shows the approved logos and the rules for using them. */
export function BrandPage(props: { readonly baseUrl: string }) {
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
