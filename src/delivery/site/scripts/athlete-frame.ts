import { isAllowedOrigin } from '#partner/page-sessions/origins.ts';
import { memberOf } from '#platform/members.ts';

/**
 * Tells the element around an athlete's page its height, its state and the name of an event, over a port that the element
 * opens. Takes the first message only, if it comes from the parent and from an allowed origin, and never says anything else.
 */

const root = document.documentElement;
const { origins = '', state = 'unavailable', event: happened = '' } = root.dataset;

const COLOR = /^#[0-9a-f]{6}$/i;

function openPort(message: MessageEvent<unknown>): void {
  const [port] = message.ports;
  if (
    port === undefined ||
    message.source !== window.parent ||
    !isAllowedOrigin(message.origin, origins.split(' '))
  )
    return;
  window.removeEventListener('message', openPort);
  const accent = memberOf(message.data, 'accent');
  if (typeof accent === 'string' && COLOR.test(accent)) root.style.setProperty('--brand', accent);
  port.postMessage({ state });
  if (happened !== '') port.postMessage({ event: happened });
  const tellHeight = () =>
    port.postMessage({ height: Math.ceil(document.body.getBoundingClientRect().height) });
  new ResizeObserver(tellHeight).observe(document.body);
}

window.addEventListener('message', openPort);

for (const button of document.querySelectorAll<HTMLButtonElement>('button.print')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
