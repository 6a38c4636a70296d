import { readFile } from 'node:fs/promises';
import { readStored } from '#tools/cli/local-state.ts';
import { manageSecrets } from '#tools/cli/secrets.ts';
import { TAG_OF_ENGINE } from '#tools/cli/versions.ts';
import type { RunWrangler } from '#tools/cli/wrangler.ts';
import {
  type CloudflareAccount,
  createdAccount,
  OperatorsConfiguration,
} from '../support/cloudflare-account.ts';
import type { World } from './world.ts';

/**
 * What `wrangler` does in a drill: databases and secrets are those of the service on this machine, and versions those of an
 * account of a test. So the tools of the runbook run as they are, and what they change takes effect.
 */
export class DrillAccount {
  readonly #world: World;
  readonly #account: CloudflareAccount;
  /** The version before the present one. */
  readonly earlierVersion: string;

  private constructor(world: World, account: CloudflareAccount, earlierVersion: string) {
    this.#world = world;
    this.#account = account;
    this.earlierVersion = earlierVersion;
  }

  static async open(world: World): Promise<DrillAccount> {
    const account = await createdAccount(new OperatorsConfiguration());
    account.deploy(TAG_OF_ENGINE);
    const [earlier] = account.serving;
    account.deploy(TAG_OF_ENGINE);
    return new DrillAccount(world, account, earlier?.id ?? '');
  }

  /** Whether the version before has all traffic again. */
  get isRolledBack(): boolean {
    return this.#account.serving.map(({ id }) => id).join() === this.earlierVersion;
  }

  readonly run: RunWrangler = async (args, input = '') => {
    const [group = '', verb = '', name = ''] = args.filter((argument) => !argument.startsWith('--'));
    const option = (key: string) => args.find((each) => each.startsWith(`--${key}=`))?.slice(key.length + 3);
    switch (`${group} ${verb}`) {
      case 'd1 execute': {
        const file = option('file');
        const text = option('command') ?? (file === undefined ? '' : await readFile(file, 'utf8'));
        const statements = text.split(/;\n/).filter((statement) => statement.trim() !== '');
        // A service that does not answer cannot show its databases. Cloudflare can.
        const [results = []] = await this.#world.sql(name, ...statements).catch(() => [[]]);
        return JSON.stringify([{ results, success: true }], null, 2);
      }
      case 'd1 migrations': {
        const binding = args.find((argument) => /^(REGISTRY|ATHLETES_)/.test(argument)) ?? '';
        await this.#world.sql(binding, "INSERT INTO schema_migrations (name) VALUES ('0001_athletes.sql')");
        return 'applied';
      }
      case 'secret list':
        return JSON.stringify(
          ['SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY', 'OPERATOR_TOKEN'].map((secret) => ({
            name: secret,
          })),
          null,
          2,
        );
      case 'secret bulk': {
        const secrets: Record<string, string> = JSON.parse(input);
        await this.#world.set({ missing: [], vars: { ...this.#world.faults.vars, ...secrets } });
        return 'set';
      }
      case 'secret delete': {
        const { [name]: _, ...vars } = this.#world.faults.vars;
        await this.#world.set({ vars });
        return 'deleted';
      }
      default:
        return this.#account.run(args, input);
    }
  };

  /** Rotates a secret, with the present value that is in the secret store. */
  async rotate(name: string): Promise<void> {
    const [print, complain] = [() => undefined, () => undefined];
    await manageSecrets(['--rotate', name], { run: this.run, ask: () => this.secret(name), print, complain });
  }

  /** Returns the present value of a secret, which the person on call has in the secret store. */
  async secret(name: string): Promise<string> {
    const stored = () =>
      readStored(this.#world.installation.stateDir, name.toLowerCase().replaceAll('_', '-'));
    return this.#world.faults.vars[name] ?? (await stored()) ?? '';
  }
}
