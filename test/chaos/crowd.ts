import type { RandomSource } from '@musette/basics/random-source';
import type { Installation } from './installation.ts';
import { newPartnerKey, senderTo } from './send.ts';
import type { Problem, Reply, Send, Step, Writer } from './writer.ts';

/** The regions of the crowd's athletes and keys. */
export const CROWD_REGIONS: readonly [string, string] = ['weur', 'enam'];
const KILL_WITHIN_MS = 40;

/** Writers who write to an installation at the same time while it is killed and started again. */
export class Crowd {
  /** Answers that no healthy service gives. */
  readonly unexpected: Problem[] = [];
  acknowledged = 0;
  withoutAnswer = 0;
  readonly send: Send;
  readonly #installation: Installation;
  readonly #random: RandomSource;
  readonly #doubts = new Map<Writer, Step>();
  #writers: readonly Writer[] = [];
  #partners = 0;

  constructor(installation: Installation, random: RandomSource) {
    this.#installation = installation;
    this.send = senderTo(installation.baseUrl);
    this.#random = random;
  }

  join(writers: readonly Writer[]): void {
    this.#writers = [...this.#writers, ...writers];
  }

  /** Creates a partner with both regions and returns its sandbox key. Home regions alternate. */
  async makePartner(): Promise<string> {
    this.#partners += 1;
    const regions = this.#partners % 2 === 1 ? CROWD_REGIONS : CROWD_REGIONS.toReversed();
    return newPartnerKey(this.send, await this.#installation.operatorToken(), 'Chaos', regions);
  }

  /** Lets all write until so many writes were acknowledged. Returns how many were. */
  write(target: number): Promise<number> {
    return this.#write(target, false);
  }

  /** Lets all write until this many writes were acknowledged, then kills the installation during further writes. */
  writeUntilKilled(target: number): Promise<number> {
    return this.#write(target, true);
  }

  async #write(target: number, isKilledThen: boolean): Promise<number> {
    const waitMs = this.#random.uniform() * KILL_WITHIN_MS;
    let acknowledged = 0;
    let killed: Promise<void> | null = null;
    let isKilled = false;
    const kill = async () => {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      isKilled = true;
      await this.#installation.kill();
    };
    const writeOn = async (writer: Writer) => {
      while (isKilledThen || acknowledged < target) {
        const step = writer.nextStep(this.#random);
        const reply = await this.send(step.request);
        if (reply === null) {
          this.#doubts.set(writer, step);
          if (!isKilled)
            this.#note(`no answer to ${step.request.method} ${step.request.path}, and nobody killed`);
          return;
        }
        this.#take(step, reply, false);
        acknowledged += 1;
        if (isKilledThen && acknowledged >= target) killed ??= kill();
      }
    };
    await Promise.all(this.#writers.map(writeOn));
    if (isKilledThen) await (killed ?? kill());
    this.acknowledged += acknowledged;
    return acknowledged;
  }

  /** Looks at what every write without an answer left, and repeats it. */
  async settleDoubts(): Promise<readonly Problem[]> {
    const found: Problem[] = [];
    for (const step of this.#doubts.values()) {
      this.withoutAnswer += 1;
      found.push(...(await step.inspect(this.send)));
      const reply = await this.send(step.request);
      if (reply === null) throw new Error(`no answer to ${step.request.method} ${step.request.path}`);
      this.#take(step, reply, true);
    }
    this.#doubts.clear();
    return found;
  }

  /** Compares the installation with what every writer knows. */
  async verify(onlyRecent: boolean): Promise<readonly Problem[]> {
    return (await Promise.all(this.#writers.map((writer) => writer.verify(this.send, onlyRecent)))).flat();
  }

  #take(step: Step, reply: Reply, isRepeated: boolean): void {
    try {
      step.accept(reply, isRepeated);
    } catch (cause) {
      this.#note(cause instanceof Error ? cause.message : String(cause));
    }
  }

  #note(what: string): void {
    console.error(`  unexpected: ${what}`);
    this.unexpected.push({ kind: 'unexpected', what });
  }
}
