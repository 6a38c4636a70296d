/** The Worker's runtime adds this to the browser's; files that the planner names types of use it. */
interface SubtleCrypto {
  timingSafeEqual(a: ArrayBuffer | ArrayBufferView, b: ArrayBuffer | ArrayBufferView): boolean;
}

/**
 * A page has no bindings: those that `src/platform/env.ts` reads are none here. The real ones name the classes of the Worker, so that
 * its whole source would be checked a second time.
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
      | 'RECALCULATIONS'
      | 'REGISTRY'
      | 'SIGN_INS'
      | 'TRIES',
      never
    > {
    readonly CF_VERSION_METADATA: WorkerVersionMetadata;
  }
}
