import { type Frame, Layout, SandboxNotice } from './layout.tsx';
import { NAMES, withNames } from './names.tsx';
import { scopeWords } from './scope-words.ts';

interface ConsentProps {
  readonly frame: Frame;
  readonly clientName: string;
  readonly partnerName: string;
  readonly environment: 'test' | 'live';
  readonly redirectHost: string;
  readonly isLoopback: boolean;
  readonly isAssistant: boolean;
  readonly scopes: readonly string[];
  readonly email: string;
  readonly handle: string;
  readonly seal: string;
  readonly authorizationQuery: string;
}

/**
 * Shows which client asks, for which scopes, and the address that the answer goes to. Every box can be
 * unticked; each answer takes one click. Names from others stand in `bdi`, so that their direction cannot
 * rearrange the sentence.
 */
export function ConsentPage(props: ConsentProps) {
  const { frame, clientName: client, partnerName: partner, redirectHost: host, email } = props;
  const { consent: texts } = frame.texts.pages;
  return (
    <Layout title={texts.title({ client })} frame={frame}>
      <SandboxNotice frame={frame} environment={props.environment} />
      <h1>{withNames(texts.heading(NAMES), { client })}</h1>
      <p>{withNames(texts.asks(NAMES), { client, partner, host })}</p>
      {props.isLoopback ? <p class="notice">{texts.loopback}</p> : null}
      {props.isAssistant ? <p class="notice">{texts.assistant}</p> : null}
      <p>{withNames(texts.signedIn(NAMES), { email })}</p>
      <DecisionForm frame={frame} handle={props.handle} seal={props.seal} scopes={props.scopes} />
      <form method="post" action="/oauth/logout" class="account">
        <input type="hidden" name="authorization_query" value={props.authorizationQuery} />
        <button class="plain" type="submit">
          {texts.other}
        </button>
      </form>
    </Layout>
  );
}

function DecisionForm(props: Pick<ConsentProps, 'frame' | 'handle' | 'seal' | 'scopes'>) {
  const { pages } = props.frame.texts;
  const { consent: texts } = pages;
  return (
    <form method="post" action="/oauth/authorize">
      <input type="hidden" name="handle" value={props.handle} />
      <input type="hidden" name="seal" value={props.seal} />
      <fieldset>
        <legend>{texts.allows}</legend>
        {props.scopes.map((scope) => (
          <label class="scope">
            <input type="checkbox" name="scope" value={scope} checked />
            <span>
              <strong>{scopeWords(pages, scope)?.title}</strong>
              <span>{scopeWords(pages, scope)?.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="soft">
        {texts.untick} <a href="/account/connections">{pages.connections.title}</a>
      </p>
      <div class="choice">
        <button type="submit" name="decision" value="deny">
          {texts.deny}
        </button>
        <button class="primary" type="submit" name="decision" value="allow">
          {texts.allow}
        </button>
      </div>
    </form>
  );
}
