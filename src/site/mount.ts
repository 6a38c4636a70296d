import type { Hono } from 'hono';
import type { AppEnv } from '../http/dispatch.ts';

export function mountSite(_app: Hono<AppEnv>): void {}
