type D1Migration = { name: string; queries: string[] };

declare namespace Cloudflare {
  interface Env {
    ATHLETES_LIVE_1: D1Database;
    SIGNING_SECRET: string;
    OPERATOR_TOKEN: string;
    MIGRATIONS: { registry: D1Migration[]; athletes: D1Migration[] };
  }
}
