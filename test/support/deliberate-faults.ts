/** Lines of the runtime about what tests do on purpose. They tell the reader of a run nothing. */
const DELIBERATE = [
  // The guard of a key whose KV fails throws to its caller, who answers 503 (`rewireGuard`).
  'uncaught exception; source = Uncaught (in promise); stack = StorageUnavailable: the key projection did not take',
  // An object that is evicted while it writes (`evictDurableObject`), and alarms that the test or a busy machine overtakes.
  'broken.outputGateBroken; jsg.Error: evicted',
  'NOSENTRY SQLite alarm ',
  // Hostile headers, and a body that a test reads as text.
  'A header value for "',
  'Called .text() on an HTTP body which does not appear to be text',
  // Packages that publish source maps without their sources.
  'points to missing source files',
];

/** Leaves these lines out of the output of a run. Prints every other line. */
export function hideDeliberateFaults(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = new Proxy(stream.write, {
      apply: (write, self, given: unknown[]) => {
        const [chunk] = given;
        const isHidden = typeof chunk === 'string' && DELIBERATE.some((part) => chunk.includes(part));
        return isHidden || Reflect.apply(write, self, given);
      },
    });
  }
}
