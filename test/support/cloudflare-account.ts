import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { type Unstable_Config as Config, unstable_readConfig as readConfig } from 'wrangler';
import { neededBy, planDeployment } from '#tools/cli/deploy-plan.ts';
import { NotSignedIn } from '#tools/cli/wrangler.ts';

interface AccountDatabase {
  readonly uuid: string;
  readonly sqlite: DatabaseSync;
  running_in_region: string;
  jurisdiction: string | null;
}

interface AccountVersion {
  readonly id: string;
  readonly tag: string;
  readonly triggeredBy: string;
  readonly createdAt: string;
  readonly databases: readonly (readonly [binding: string, id: string])[];
}

/**
 * A Cloudflare account as wrangler's commands see and change it, empty at first. Its databases are SQLite in memory, so
 * queries and migrations run for real. Prints what wrangler 4.156.2 prints, as far as the tools read it.
 */
export class CloudflareAccount {
  readonly databases = new Map<string, AccountDatabase>();
  readonly namespaces = new Map<string, string>();
  readonly queues = new Set<string>();
  readonly sendingDomains = new Map<string, boolean>();
  readonly secrets = new Map<string, string>();
  readonly versions: AccountVersion[] = [];
  /** The versions that share the traffic. */
  serving: readonly AccountVersion[] = [];
  isLoggedIn = true;
  /** The commands that were run, without the path of the configuration. */
  readonly called: string[] = [];
  /** Fails the commands for which it says why. */
  fault: (command: string) => string | null = () => null;
  nowMs = Date.parse('2026-11-26T03:00:00Z');
  readonly #configuration: () => Config;

  /** @param configuration reads the configuration, as wrangler does for each command */
  constructor(configuration: () => Config) {
    this.#configuration = configuration;
  }

  /** Runs a command of wrangler. */
  readonly run = async (args: readonly string[], input = ''): Promise<string> => {
    const options = {
      location: { type: 'string' },
      jurisdiction: { type: 'string' },
      command: { type: 'string' },
      file: { type: 'string' },
      config: { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      strict: false,
      allowPositionals: true,
    });
    const command = args.filter((argument) => !argument.startsWith('--config=')).join(' ');
    this.called.push(command);
    if (!this.isLoggedIn) throw new NotSignedIn();
    const fault = this.fault(command);
    if (fault !== null)
      throw new Error(`wrangler ${args.slice(0, 4).join(' ')} failed:\n\n✘ [ERROR] ${fault}\n`);
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    return this.#answer(positionals.map(String), {
      input,
      location: text(values.location),
      jurisdiction: text(values.jurisdiction),
      statements:
        text(values.command) ?? (text(values.file) && readFileSync(String(values.file), 'utf8')) ?? '',
    });
  };

  /** Deploys what the configuration binds, as `wrangler deploy` does. */
  deploy(tag: string): void {
    this.#addVersion(tag, 'upload');
    this.serving = this.versions.slice(-1);
  }

  databaseOf(binding: string): AccountDatabase {
    const { database_id: id } =
      this.#configuration().d1_databases.find((database) => database.binding === binding) ?? {};
    const found = [...this.databases.values()].find(({ uuid }) => uuid === id);
    if (!found) throw new Error(`✘ [ERROR] Couldn't find a D1 DB with the binding '${binding}'`);
    return found;
  }

  #addVersion(tag: string, triggeredBy: string): void {
    this.nowMs += 1000;
    const createdAt = new Date(this.nowMs).toISOString();
    const databases = this.#configuration().d1_databases.map(
      ({ binding, database_id: id = '' }) => [binding, id] as const,
    );
    this.versions.push({ id: randomUUID(), tag, triggeredBy, createdAt, databases });
  }

  #answer(
    positionals: readonly string[],
    given: {
      readonly input: string;
      readonly location: string | undefined;
      readonly jurisdiction: string | undefined;
      readonly statements: string;
    },
  ): string {
    const [group = '', verb = '', third = '', fourth = ''] = positionals;
    switch (`${group} ${verb}`) {
      case 'd1 list':
        return json([...this.databases].map(([name, { uuid }]) => ({ uuid, name, version: 'production' })));
      case 'd1 create':
        return this.#createDatabase(third, given);
      case 'd1 info': {
        const { sqlite: _, ...info } = this.databaseOf(third);
        return `a line of wrangler\n${json(info)}`;
      }
      case 'd1 execute':
        return execute(this.databaseOf(third).sqlite, given.statements);
      case 'd1 migrations':
        return this.#migrate(fourth);
      case 'kv namespace':
        if (third === 'list') return json([...this.namespaces].map(([title, id]) => ({ id, title })));
        this.namespaces.set(fourth, randomUUID().replaceAll('-', ''));
        return `[[kv_namespaces]]\nbinding = "${fourth}"\nid = "${this.namespaces.get(fourth)}"\n`;
      case 'queues list':
        return [...this.queues].map((name) => `│ ${randomUUID()} │ ${name} │\n`).join('');
      case 'queues create':
        this.queues.add(third);
        return 'created';
      case 'email sending':
        return this.#email(third, fourth);
      case 'secret list':
        if (this.secrets.size === 0 && this.versions.length === 0)
          throw new Error('✘ [ERROR] Worker "musette" not found.');
        return json([...this.secrets.keys()].map((name) => ({ name, type: 'secret_text' })));
      case 'secret bulk':
        for (const [name, value] of Object.entries(JSON.parse(given.input)))
          this.secrets.set(name, String(value));
        this.#addVersion('', 'secret');
        return 'Finished processing secrets';
      case 'deployments status':
        if (this.serving.length === 0) throw new Error('✘ [ERROR] The Worker has no deployments.');
        return json({ versions: this.serving.map(({ id }) => ({ version_id: id, percentage: 50 })) });
      case 'versions list':
        return json(this.versions.map(described));
      case 'versions view':
        return json(described(this.#version(third)));
      case 'versions deploy':
        this.serving = [this.#version(third.replace(/@100$/, ''))];
        return 'deployed';
      default:
        throw new Error(`wrangler has no command ${positionals.join(' ')}`);
    }
  }

  #version(id: string): AccountVersion {
    const found = this.versions.find((version) => version.id === id);
    if (!found) throw new Error('✘ [ERROR] This version does not exist');
    return found;
  }

  #createDatabase(
    name: string,
    { location, jurisdiction }: { location?: string | undefined; jurisdiction?: string | undefined },
  ) {
    const uuid = randomUUID();
    this.databases.set(name, {
      uuid,
      sqlite: new DatabaseSync(':memory:'),
      running_in_region: (location ?? 'weur').toUpperCase(),
      jurisdiction: jurisdiction ?? null,
    });
    return `[[d1_databases]]\ndatabase_name = "${name}"\ndatabase_id = "${uuid}"\n`;
  }

  #email(verb: string, domain: string): string {
    if (verb === 'enable') this.sendingDomains.set(domain, true);
    const isEnabled = this.sendingDomains.get(domain);
    if (isEnabled === undefined) throw new Error(`✘ [ERROR] Could not find zone for \`${domain}\`.`);
    return `Email Sending for ${domain}:\n  Enabled:            ${isEnabled}\n  Tag:                a\n`;
  }

  #migrate(binding: string): string {
    const folder =
      this.#configuration().d1_databases.find((database) => database.binding === binding)?.migrations_dir ??
      '';
    for (const file of readdirSync(folder).toSorted())
      this.databaseOf(binding).sqlite.exec(readFileSync(join(folder, file), 'utf8'));
    return 'applied';
  }
}

function described({ id, tag, triggeredBy, createdAt, databases }: AccountVersion) {
  return {
    id,
    metadata: { created_on: createdAt },
    annotations: { 'workers/triggered_by': triggeredBy, 'workers/tag': tag },
    resources: {
      bindings: [
        { type: 'plain_text', name: 'ENVIRONMENT', text: 'production' },
        ...databases.map(([name, database]) => ({ type: 'd1', name, id: database })),
      ],
    },
  };
}

function execute(sqlite: DatabaseSync, statements: string): string {
  try {
    if (!/^\s*SELECT/i.test(statements)) {
      sqlite.exec(statements);
      return json([{ results: [], success: true }]);
    }
    return json([{ results: sqlite.prepare(statements).all(), success: true }]);
  } catch (cause) {
    throw new Error(`✘ [ERROR] ${cause instanceof Error ? cause.message : cause}: SQLITE_ERROR`);
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A configuration of a deployment as its operator would write it, in a file of its own. */
export class OperatorsConfiguration {
  readonly #path = join(mkdtempSync(join(tmpdir(), 'musette-deployment-')), 'wrangler.toml');
  #text = readFileSync('wrangler.toml', 'utf8');

  constructor() {
    this.edit(/^# routes = /m, 'routes = ')
      .edit(/musette\.example/g, 'musette.test')
      .edit(/^OPERATOR_NAME = ""/m, 'OPERATOR_NAME = "Sample"');
  }

  /** Replaces a part of the text. Throws if it is not there. */
  edit(pattern: RegExp, replacement: string): this {
    const edited = this.#text.replace(pattern, replacement);
    if (edited === this.#text) throw new Error(`wrangler.toml has no ${pattern}`);
    this.#text = edited;
    writeFileSync(this.#path, edited);
    return this;
  }

  /** Sets the identifier of a binding. */
  setIdentifier(binding: string, id: string): this {
    return this.edit(
      new RegExp(`(binding = "${binding}"(?:\\n\\w+ = ".*")*?\\n(?:database_)?id = )".*"`),
      `$1"${id}"`,
    );
  }

  readonly read = (): Config => readConfig({ config: this.#path });

  readonly readText = async (): Promise<string> => this.#text;

  readonly writeText = async (text: string): Promise<void> => {
    this.#text = text;
    writeFileSync(this.#path, text);
  };
}

/** Creates what the configuration needs in a new account, and writes the identifiers into the configuration. */
export async function createdAccount(configuration: OperatorsConfiguration): Promise<CloudflareAccount> {
  const account = new CloudflareAccount(configuration.read);
  const needed = neededBy(configuration.read());
  const nothing = { databases: [], namespaces: [], queues: [] };
  for (const command of planDeployment(needed, nothing).creations)
    await account.run(command.split(' ').slice(1));
  for (const { binding, database_name: name = '' } of needed.databases)
    configuration.setIdentifier(binding, account.databases.get(name)?.uuid ?? '');
  for (const [binding, id] of account.namespaces) configuration.setIdentifier(binding, id);
  account.sendingDomains.set('musette.test', true);
  return account;
}
