/** The Worker's runtime adds this to the browser's; files that the planner names types of use it. */
interface SubtleCrypto {
  timingSafeEqual(a: ArrayBuffer | ArrayBufferView, b: ArrayBuffer | ArrayBufferView): boolean;
}
