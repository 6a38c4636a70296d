import { Layout, SandboxNotice } from './layout.tsx';
import { scopeWords } from './scope-words.ts';

interface ConsentProps {
  readonly nonce: string;
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
  return (
    <Layout title={`Connect ${props.clientName}`} nonce={props.nonce}>
      <SandboxNotice environment={props.environment} />
      <h1>
        <bdi>{props.clientName}</bdi> wants to use your Musette data
      </h1>
      <p>
        <bdi>{props.clientName}</bdi> belongs to{' '}
        <strong>
          <bdi>{props.partnerName}</bdi>
        </strong>
        . Your answer goes to{' '}
        <strong>
          <bdi>{props.redirectHost}</bdi>
        </strong>
        .
      </p>
      {props.isLoopback ? (
        <p class="notice">
          This is a program on your computer. Continue only if you have just started to sign in from it.
        </p>
      ) : null}
      {props.isAssistant ? (
        <p class="notice">
          This is an assistant. It will act for you: it reads and changes what you allow here without asking
          you each time, and it can make mistakes. Its answers are recommendations, not instructions.
        </p>
      ) : null}
      <p>
        You are signed in as <strong>{props.email}</strong>.
      </p>
      <DecisionForm handle={props.handle} seal={props.seal} scopes={props.scopes} />
      <form method="post" action="/oauth/logout" class="account">
        <input type="hidden" name="authorization_query" value={props.authorizationQuery} />
        <button class="plain" type="submit">
          Use another address
        </button>
      </form>
    </Layout>
  );
}

function DecisionForm(props: Pick<ConsentProps, 'handle' | 'seal' | 'scopes'>) {
  return (
    <form method="post" action="/oauth/authorize">
      <input type="hidden" name="handle" value={props.handle} />
      <input type="hidden" name="seal" value={props.seal} />
      <fieldset>
        <legend>You allow it to:</legend>
        {props.scopes.map((scope) => (
          <label class="scope">
            <input type="checkbox" name="scope" value={scope} checked />
            <span>
              <strong>{scopeWords(scope)?.title}</strong>
              <span>{scopeWords(scope)?.detail}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="soft">
        Untick anything that you do not want to share. You can disconnect at any time under{' '}
        <a href="/account/connections">your connections</a>.
      </p>
      <div class="choice">
        <button type="submit" name="decision" value="deny">
          Deny
        </button>
        <button class="primary" type="submit" name="decision" value="allow">
          Allow
        </button>
      </div>
    </form>
  );
}
