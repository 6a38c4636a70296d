import { Layout, SandboxNotice } from './layout.tsx';
import { wordsOf } from './scope-words.ts';

/**
 * Shows who asks, for what, and where the answer goes. Every box can be un-ticked; both answers are one button. What
 * others wrote stands in `bdi`, so that its direction cannot turn the sentence around it.
 */
export function ConsentPage(props: {
  readonly nonce: string;
  readonly clientName: string;
  readonly partnerName: string;
  readonly environment: 'test' | 'live';
  readonly redirectHost: string;
  readonly isLoopback: boolean;
  readonly scopes: readonly string[];
  readonly email: string;
  readonly handle: string;
  readonly seal: string;
  readonly authorizationQuery: string;
}) {
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
          That is a program on this computer. Continue only if you have just started to sign in from it.
        </p>
      ) : null}
      <p>
        You are signed in as <strong>{props.email}</strong>.
      </p>
      <form method="post" action="/oauth/authorize">
        <input type="hidden" name="handle" value={props.handle} />
        <input type="hidden" name="seal" value={props.seal} />
        <fieldset>
          <legend>You allow it to:</legend>
          {props.scopes.map((scope) => (
            <label class="scope">
              <input type="checkbox" name="scope" value={scope} checked />
              <span>
                <strong>{wordsOf(scope)?.title}</strong>
                <span>{wordsOf(scope)?.detail}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p class="soft">
          Leave out what you do not want to share. You can end the connection at any time under{' '}
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
      <form method="post" action="/oauth/logout" class="account">
        <input type="hidden" name="authorization_query" value={props.authorizationQuery} />
        <button class="plain" type="submit">
          Use another address
        </button>
      </form>
    </Layout>
  );
}
