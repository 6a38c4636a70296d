import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import { messagesOf, runCron, runJobs } from '#partner/retention/run-jobs.ts';
import { SCHEDULE } from '#partner/retention/schedule.ts';
import { parseEnv } from '#platform/env.ts';
import { localOutbox } from '#platform/http/outgoing.ts';
import { call } from '../support/client.ts';
import { DeliveryWorld } from '../support/webhooks.ts';

/** Alerts of the operator, with a clock that the test moves. */

export const ALERT_EMAIL = 'operator@alerts.example';
export const ALERT_URL = 'https://alerts.example/hook';
export const URGENT = '*/10 * * * *';
export const HOURLY = '53 * * * *';
export const MINUTE_S = 60;
export const HOUR_S = 3600;
export const DAY_S = 24 * HOUR_S;

const TABLES = [
  'alerts',
  'awaited_jobs',
  'size_samples',
  'answer_counts',
  'email_counts',
  'job_states',
  'shards',
];

/** An installation whose operator wants alerts, with a clock that the test moves. */
export class Watched {
  readonly world = new DeliveryWorld();
  bindings: Partial<Cloudflare.Env> = { ALERT_EMAIL, ALERT_URL };

  static async begin(): Promise<Watched> {
    await env.REGISTRY.batch(TABLES.map((table) => env.REGISTRY.prepare(`DELETE FROM ${table}`)));
    return new Watched();
  }

  get env(): Cloudflare.Env {
    return { ...env, ...this.world.bindings, ...this.bindings };
  }

  advance(seconds: number): void {
    vi.setSystemTime(Date.now() + seconds * 1000);
  }

  /** Runs a cron this many times in parallel. */
  async cron(cron: string, times = 1): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => runCron(cron, this.env)));
  }

  /** Lists the states of an alert's notices that were emailed, oldest first. */
  emails(name: string): readonly string[] {
    return localOutbox()
      .filter((email) => !this.#earlier.has(email))
      .filter(({ to, subject }) => to === ALERT_EMAIL && subject.includes(` ${name} `))
      .map(({ subject }) => subject.split(' ')[0] ?? '')
      .reverse();
  }

  posts(name: string): readonly string[] {
    return this.world.received
      .filter(({ url, event }) => url === ALERT_URL && event.alert === name)
      .map(({ event }) => event.state);
  }

  findings(name: string): readonly string[] {
    const posted = this.world.received.filter(({ url, event }) => url === ALERT_URL && event.alert === name);
    return posted.at(-1)?.event.findings ?? [];
  }

  ready(path = '/health/ready?deep') {
    return call('GET', path, { bindings: this.bindings });
  }

  /** Returns the answer of deep readiness while it is 503. */
  async problems(): Promise<string> {
    const { status, json } = await this.ready();
    expect(status).toBe(503);
    return String(json.error.message);
  }

  readonly #earlier = new Set(localOutbox());
}

/** Runs the jobs of a cron in every database but one. */
export async function runJobsExcept(
  left: string | null,
  cron: string,
  bindings: Cloudflare.Env,
): Promise<void> {
  for (const message of messagesOf(cron, parseEnv(bindings)).reverse()) {
    if (message.database !== left) await runJobs(message, bindings);
  }
}

/** Runs the jobs of every cron in every database but one. */
export async function runAllJobsExcept(left: string | null, bindings: Cloudflare.Env): Promise<void> {
  for (const cron of Object.keys(SCHEDULE)) await runJobsExcept(left, cron, bindings);
}

/** Stores the size of a production database as measured now. */
export const measure = (shard: string, bytes: number) =>
  env.REGISTRY.prepare(
    "INSERT INTO shards (environment, shard, size_bytes, athletes, measured_at) VALUES ('live', ?1, ?2, 1, ?3) ON CONFLICT DO UPDATE SET size_bytes = ?2, measured_at = ?3",
  )
    .bind(shard, bytes, Date.now())
    .run();

/** Fails as a call to a database that is down. */
export const fails = () => Promise.reject(new Error('the database is down'));
