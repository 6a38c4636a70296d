import { Layout } from './layout.tsx';

/** What there is for light and dark grounds, each as SVG and as PNG at 1× and 2×. */
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

/** The approved logos and what partners may do with them (specification, data-use rules). */
export function BrandPage(props: { readonly baseUrl: string }) {
  return (
    <Layout title="Brand · Musette">
      <h1>Logos and how to use them</h1>
      <p class="lead">
        A musette is the bag in which a rider is handed food on the road. Ours holds one drop: what you need,
        and not more.
      </p>
      {BRAND_FILES.map(({ name, title, alt, width, height }) => (
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
                  {BRAND_FORMATS.map((format, index) => (
                    <>
                      {index > 0 && ', '}
                      <a
                        href={`/brand/${name}-${ground}${format.ending}`}
                        aria-label={`${title} for ${ground} backgrounds, ${format.title}`}
                        download
                      >
                        {format.title}
                      </a>
                    </>
                  ))}
                </figcaption>
              </figure>
            ))}
          </div>
          <p>
            Its alternative text: <code>{`alt="${alt}"`}</code>. Its size: {width} × {height}.
          </p>
        </section>
      ))}
      <section>
        <h2>When to name us</h2>
        <p>
          Where you show data of teaser-tier athletes, the words <strong>Powered by Musette</strong> must be
          visible near the nutrition data and link to <a href={props.baseUrl}>{props.baseUrl}</a> or to the
          answer's <code>subscribe_url</code>. The badge says these words. A logo beside them is optional. For
          full-tier athletes naming us is optional. <code>X-Service-Data-Attribution</code> on every answer
          says which it is.
        </p>
        <h2>How</h2>
        <ul>
          <li>Use the files as they are: do not redraw, recolour, stretch, crop, rotate or animate them.</li>
          <li>
            Leave free space of a quarter of the logo's height around it, and show it at least 20 pixels high.
          </li>
          <li>
            Put the light version on light backgrounds, the dark version on dark ones, and nothing busy
            behind.
          </li>
          <li>
            Do not let it look as if we had made, tested or endorsed your product, another brand or a medical
            claim.
          </li>
        </ul>
        <h2>What goes with it</h2>
        <p>
          Near the numbers, state that prescriptions are personalised guidance from physiological models, not
          a substitute for professional medical evaluation. Never hide the safety data: warnings and ceilings
          belong to the numbers.
        </p>
      </section>
    </Layout>
  );
}
