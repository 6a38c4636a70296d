import { Layout } from './layout.tsx';

const CURL = `curl -s BASE/v1/nutrition/calculate \\
  -H "Authorization: Bearer $MUSETTE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"profile":{"sex":"female","body_mass_kg":58},
       "activity":{"type":"run","duration_min":210,
                   "intensity_level":7,"is_race_event":true}}'`;

/** Introduces the service to somebody who has never heard of it. */
export function LandingPage(props: { readonly baseUrl: string }) {
  return (
    <Layout title="Musette: what to eat and drink on the way">
      <section class="hero">
        <h1>What to eat and drink on the way.</h1>
        <p class="lead">
          Musette calculates carbohydrate, sodium and fluid for a training session or a race, per hour and in
          total, with safety limits for each athlete.
        </p>
        <p class="actions">
          <a class="button" href="/docs">
            Read the reference
          </a>
          <a href="/openapi.json">OpenAPI 3.1</a>
        </p>
      </section>
      <section class="columns" aria-label="What makes it different">
        <div>
          <h2>A personal safety ceiling</h2>
          <p>
            Drinking too much has killed runners. Every prescription states the most that this athlete should
            drink, calculated from their sweat rate and how certain it is. It is never missing, never generic
            and never behind a paywall.
          </p>
        </div>
        <div>
          <h2>Numbers you can check</h2>
          <p>
            Ask for the explanation to see each step with its value, unit and source, and the limit that
            applied. Confidence is a probability, not a reward for a complete profile.
          </p>
        </div>
        <div>
          <h2>Your athletes' data is yours</h2>
          <p>
            You are the controller and we are the processor. Export everything with one call, erase everything
            with another. Sandbox and production use separate databases.{' '}
            <a href="/docs/data">See what we store</a>.
          </p>
        </div>
      </section>
      <section>
        <h2>For training platforms</h2>
        <p>Call the API from your backend. Your first answer takes one request, and we store nothing:</p>
        <pre tabindex={0}>
          <code>{CURL.replace('BASE', props.baseUrl)}</code>
        </pre>
        <p>
          You get a sandbox key from the operator after a short check, and a production key once your
          integration works.
        </p>
      </section>
    </Layout>
  );
}
