import { DATA_MAP } from './data-map.ts';
import { Layout } from './layout.tsx';

/** Shows which personal data is stored, and what a partner may and must do with the data it reads. */
export function DataPage() {
  return (
    <Layout title="Data and privacy · Musette">
      <h1>Data and privacy</h1>
      <p class="lead">
        The partner is the controller of its athletes' personal data, and Musette processes it only for that
        partner. We do not sell it, share it, combine it across partners or train models on it.
      </p>
      <nav aria-label="On this page">
        <a href="#held">What we store</a>
        <a href="#rights">Export and erasure</a>
        <a href="#after-the-end">When a partnership ends</a>
        <a href="#rules">Rules for partners</a>
        <a href="#disclaimer">Disclaimer</a>
      </nav>
      <HeldData />
      <Rights />
      <Rules />
    </Layout>
  );
}

function HeldData() {
  return (
    <section id="held">
      <h2>What we store, why, where, how long, and who reads it</h2>
      <dl class="errors">
        {DATA_MAP.map((entry) => (
          <div>
            <dt>{entry.what}</dt>
            <dd>
              <p>{entry.fields}</p>
              <p>
                <strong>Why:</strong> {entry.why}
              </p>
              <p>
                <strong>Where:</strong> {entry.where}
              </p>
              <p>
                <strong>How long:</strong> {entry.howLong}
              </p>
              <p>
                <strong>Read by:</strong> {entry.readBy}
              </p>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        The operator has technical access to every database and uses it only for operation and support.
        Cloudflare hosts all data as a processor. Sandbox and production use separate databases, so that
        synthetic and real people cannot mix.
      </p>
    </section>
  );
}

function Rights() {
  return (
    <>
      <section id="rights">
        <h2>Export and erasure</h2>
        <p>
          <code>POST /v1/athletes/&#123;athlete_id&#125;/export</code> returns everything that we store about
          an athlete, in every tier. <code>DELETE /v1/athletes/&#123;athlete_id&#125;</code> erases all of it:
          as soon as you get the response the athlete is unknown everywhere, and records that do not fit into
          one request are deleted within the hour. Erasure cannot be undone, and a restored backup does not
          bring an erased athlete back.
        </p>
        <p>
          If an athlete asks us directly, we refer them to the partner that manages the account. Athletes can
          end connections to applications themselves under{' '}
          <a href="/account/connections">their connections</a>.
        </p>
      </section>
      <section id="after-the-end">
        <h2>When a partnership ends</h2>
        <p>
          For 30 days the partner's keys can still list, export and erase athletes. Then we delete all of the
          partner's data: athletes in both environments, keys and applications. We keep only a record that the
          partner existed: its identifier, its name, and when it began, ended and was deleted. Within the same
          30 days the partner deletes everything that it has cached.
        </p>
      </section>
    </>
  );
}

function Rules() {
  return (
    <>
      <section id="rules">
        <h2>Rules for partners</h2>
        <p>Permitted:</p>
        <ul>
          <li>showing prescriptions and safety metadata to athletes;</li>
          <li>temporary storage to serve the application;</li>
          <li>
            caching prescriptions, until the profile changes: the <code>ETag</code> of a prescription changes
            with it.
          </li>
        </ul>
        <p>Prohibited:</p>
        <ul>
          <li>training or fine-tuning machine-learning or AI models;</li>
          <li>building competing prescription algorithms;</li>
          <li>aggregating data across athletes for statistics or resale;</li>
          <li>reverse engineering the calculations;</li>
          <li>redistributing data to third parties;</li>
          <li>building derivative databases from product catalogue data.</li>
        </ul>
        <p>
          <strong>Attribution.</strong> For teaser-tier data the text “Powered by Musette” must be visible
          near the nutrition data and link to this site or to the <code>subscribe_url</code>. For full-tier
          data it is optional. A logo is optional; the approved ones are at <a href="/brand/">/brand/</a> and
          must not be altered or used misleadingly. The header <code>X-Service-Data-Attribution</code> of
          every response says which rule applies.
        </p>
        <p>
          <strong>Safety.</strong> Safety metadata and warnings must not be stripped, hidden or downplayed,
          risk levels must not be overridden, and prescriptions must not be shown without their safety
          context.
        </p>
      </section>
      <section id="disclaimer">
        <h2>Disclaimer your application must show</h2>
        <p>
          Prescriptions are personalised guidance from physiological models, not a substitute for professional
          medical evaluation. Consult a healthcare provider for medical dietary needs.
        </p>
      </section>
    </>
  );
}
