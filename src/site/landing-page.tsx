import { Layout } from './layout.tsx';

const CURL = `curl -s BASE/v1/nutrition/calculate \\
  -H "Authorization: Bearer $MUSETTE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"profile":{"sex":"female","body_mass_kg":58},
       "activity":{"type":"run","duration_min":210,
                   "intensity_level":7,"is_race_event":true}}'`;

/** What the service is, for somebody who has never heard of it. */
export function LandingPage(props: { readonly baseUrl: string }) {
  return (
    <Layout title="Musette: what to eat and drink on the way">
      <section class="hero">
        <h1>What to eat and drink on the way.</h1>
        <p class="lead">
          Musette works out carbohydrate, sodium and fluid for a training session or a race, per hour and in
          total, with the safety limits that belong to that one athlete.
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
          <h2>A ceiling of one's own</h2>
          <p>
            Drinking too much has killed runners. Every prescription carries the most that this person should
            drink, computed from their sweat and from how sure we are of it. It is never missing, never
            generic, never behind a paywall.
          </p>
        </div>
        <div>
          <h2>Numbers that say why</h2>
          <p>
            Ask for the explanation and see each step with its value, unit and source, and the cap that
            decided. The confidence is a probability, not a score for a complete profile.
          </p>
        </div>
        <div>
          <h2>Your athletes' data is yours</h2>
          <p>
            You are the controller, we process: export everything with one call, erase everything with
            another. Sandbox and production live in different databases. <a href="/docs/data">What is held</a>
            .
          </p>
        </div>
      </section>
      <section>
        <h2>For training platforms</h2>
        <p>Call it from your backend with an API key. A first answer takes one request and nothing stored:</p>
        <pre tabindex={0}>
          <code>{CURL.replace('BASE', props.baseUrl)}</code>
        </pre>
        <p>
          Keys are given by the operator after a short vetting: a sandbox key first, a production key once
          your integration works.
        </p>
      </section>
    </Layout>
  );
}
