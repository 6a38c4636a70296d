import { Layout } from './layout.tsx';

const FILES = [
  { name: 'musette-logo', title: 'Logo', width: 216 },
  { name: 'musette-mark', title: 'Mark', width: 64 },
  { name: 'musette-mark-mono', title: 'Mark, one colour', width: 64 },
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
      {FILES.map(({ name, title, width }) => (
        <section>
          <h2>{title}</h2>
          <div class="logos">
            {(['light', 'dark'] as const).map((ground) => (
              <figure class={`on-${ground}`}>
                <img
                  src={`/brand/${name}-${ground}.svg`}
                  alt={`Musette ${title.toLowerCase()}, for ${ground} backgrounds`}
                  width={width}
                  height={64}
                />
                <figcaption>
                  <a href={`/brand/${name}-${ground}.svg`} download>
                    SVG for {ground} backgrounds
                  </a>
                </figcaption>
              </figure>
            ))}
          </div>
        </section>
      ))}
      <section>
        <h2>When to name us</h2>
        <p>
          Where you show data of teaser-tier athletes, the words <strong>Powered by Musette</strong> must be
          visible near the nutrition data and link to <a href={props.baseUrl}>{props.baseUrl}</a> or to the
          answer's <code>subscribe_url</code>. A logo beside the words is optional. For full-tier athletes
          naming us is optional. <code>X-Service-Data-Attribution</code> on every answer says which it is.
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
