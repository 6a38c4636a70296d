/** A Worker extension that files used by the planner's types refer to. */
interface SubtleCrypto {
  timingSafeEqual(a: ArrayBuffer | ArrayBufferView, b: ArrayBuffer | ArrayBufferView): boolean;
}

/**
 * Empty bindings: a page has none, but types import `src/platform/env.ts`. The real ones reference the Worker's classes,
 * which would type-check its whole source a second time.
 */
declare namespace Cloudflare {
  interface Env
    extends Record<
      | 'API_KEYS'
      | 'ASSETS'
      | 'DIRECTORY'
      | 'DISPATCHER'
      | 'EMAIL'
      | 'FAILED_AUTHENTICATIONS'
      | 'JOB_QUEUE'
      | 'KEY_GUARD'
      | 'PRODUCT_LIMITER'
      | 'REGISTRY'
      | 'SIGN_INS'
      | 'TRIES',
      never
    > {
    readonly CF_VERSION_METADATA: WorkerVersionMetadata;
  }
}
