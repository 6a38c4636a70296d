import { accountPages } from './account.tsx';
import { athletePagesPages } from './athlete-pages.tsx';
import { clientPages } from './clients.tsx';
import { confirmPages } from './confirm.tsx';
import { keyPages } from './keys.tsx';
import { liveAccessPages, startPages } from './live-access.tsx';
import { accessLogPages, auditPages } from './logs.tsx';
import { memberPages } from './members.tsx';
import { samplePages } from './sample-athletes.tsx';
import { usagePages } from './usage.tsx';
import type { ConsolePage } from './visit.ts';
import { webhookPages } from './webhooks.tsx';

/** Every page and form for members, with its access rules. A test walks all of them. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  ...startPages,
  ...confirmPages,
  ...keyPages,
  ...usagePages,
  ...webhookPages,
  ...samplePages,
  ...accessLogPages,
  ...athletePagesPages,
  ...clientPages,
  ...memberPages,
  ...auditPages,
  ...liveAccessPages,
  ...accountPages,
];
