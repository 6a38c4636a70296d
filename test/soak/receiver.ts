import { createServer, type Server } from 'node:http';

/** Receives webhooks on this machine and remembers the events that came. */
export class Receiver {
  readonly #received = new Map<string, number>();
  readonly #server: Server;
  #port = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (req, res) => {
      const id = String(req.headers['webhook-id']);
      receiver.#received.set(id, (receiver.#received.get(id) ?? 0) + 1);
      req.resume().on('end', () => res.writeHead(204).end());
    });
    await receiver.reopen();
    return receiver;
  }

  /** Listens again at the same address. */
  async reopen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('the receiver does not listen');
    return `http://127.0.0.1:${address.port}/events`;
  }

  /** The number of events received again. */
  get repeated(): number {
    return [...this.#received.values()].reduce((sum, count) => sum + count - 1, 0);
  }

  has(eventId: string): boolean {
    return this.#received.has(eventId);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
