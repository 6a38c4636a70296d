type D1Migration = { name: string; queries: string[] };

declare namespace Cloudflare {
  interface Env {
    SIGNING_SECRET: string;
    WEBHOOK_KEY: string;
    LOOKUP_KEY: string;
    OPERATOR_TOKEN: string;
    MIGRATIONS: { registry: D1Migration[]; athletes: D1Migration[] };
  }
}
