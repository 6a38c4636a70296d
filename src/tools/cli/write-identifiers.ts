/** An identifier in wrangler.toml that differs from the one in the account. */
export interface Identifier {
  readonly binding: string;
  readonly member: 'database_id' | 'id';
  readonly id: string;
}

/**
 * Returns the text of wrangler.toml with these identifiers in the blocks of their bindings. Comments and everything else stay
 * as they are. Throws if a binding has no block with such a member.
 */
export function withIdentifiers(toml: string, identifiers: readonly Identifier[]): string {
  return identifiers.reduce(withIdentifier, toml);
}

function withIdentifier(toml: string, { binding, member, id }: Identifier): string {
  // A block begins with its header and ends before the next one.
  const blocks = toml.split(/^(?=\[)/m);
  const index = blocks.findIndex((block) => hasLine(block, `binding = "${binding}"`));
  const line = new RegExp(`^${member} = ".*"`, 'm');
  const block = blocks[index];
  if (block === undefined || !line.test(block)) {
    throw new Error(`wrangler.toml has no block of ${binding} with a line \`${member} = "…"\`.`);
  }
  blocks[index] = block.replace(line, `${member} = "${id}"`);
  return blocks.join('');
}

function hasLine(block: string, line: string): boolean {
  return block.split('\n').some((own) => own.replace(/\s*#.*$/, '').trim() === line);
}
