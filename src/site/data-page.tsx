import { DATA_MAP } from './data-map.ts';
import { Layout } from './layout.tsx';

/** Which personal data is held, and what a partner may and must do with what it reads (specification, data-use rules). */
export function DataPage() {
  return (
    <Layout title="Data and privacy · Musette">
      <h1>Data and privacy</h1>
      <p class="lead">
        The partner is the controller of its athletes' personal data; the service processes it for the partner
        and for nothing else. It is not sold, not shared, not combined across partners, and no model is
        trained on it.
      </p>
      <nav aria-label="On this page">
        <a href="#held">What is held</a>
        <a href="#rights">Export and erasure</a>
        <a href="#after-the-end">After the end</a>
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
      <h2>What is held, where, why, how long, and who reads it</h2>
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
        The operator can technically reach every database and does so for operation and support only.
        Cloudflare hosts all of it as a processor. Sandbox and production are different databases, so that
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
          <code>POST /v1/athletes/&#123;athlete_id&#125;/export</code> answers with everything that is held of
          an athlete, whatever the tier. <code>DELETE /v1/athletes/&#123;athlete_id&#125;</code> erases all of
          it: from the answer on the athlete is unknown everywhere, and what is too much for one request is
          removed within the hour. There is no undo, and a restored backup does not bring an erased athlete
          back.
        </p>
        <p>
          An athlete who asks us directly is sent to the partner that holds the account; applications that
          they connected they can end themselves under <a href="/account/connections">their connections</a>.
        </p>
      </section>
      <section id="after-the-end">
        <h2>After the end of a partnership</h2>
        <p>
          For 30 days the partner's keys still list, export and erase athletes. Then everything of the partner
          is purged: athletes in both environments, keys, applications. What stays is a record that the
          partner existed: its identifier, its name, and when it began, ended and was purged. Within the same
          30 days the partner deletes whatever it has cached.
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
            caching prescriptions, invalidated when the profile changes: the <code>ETag</code> of a
            prescription tells.
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
          must not be altered or used misleadingly. <code>X-Service-Data-Attribution</code> tells with every
          answer.
        </p>
        <p>
          <strong>Safety.</strong> Safety metadata and warnings must not be stripped, hidden or downplayed,
          risk levels not overridden, and prescriptions not shown without their safety context.
        </p>
      </section>
      <section id="disclaimer">
        <h2>Disclaimer that your application must show</h2>
        <p>
          Prescriptions are personalised guidance from physiological models, not a substitute for professional
          medical evaluation. Consult a healthcare provider for medical dietary needs.
        </p>
      </section>
    </>
  );
}
