import { escapeLayout } from './foreign-text.ts';
import { boundDatabases, migrateRemote, withEach } from './remote-databases.ts';
import { runWrangler } from './wrangler.ts';

/**
 * `npm run migrate -- --remote`: applies and verifies missing migrations on every database in wrangler.toml, four at a time.
 * A failure does not stop the others. Safe to repeat.
 */

if (process.argv[2] === '--remote') await migrateAll();
else refuse('`npm start` migrates local databases. For a deployment, run: npm run migrate -- --remote');

async function migrateAll(): Promise<void> {
  const bindings = boundDatabases();
  const outcomes = await withEach(bindings, async (binding) => {
    const applied = await migrateRemote(runWrangler, binding);
    console.log(
      `${binding}: ${applied.length === 0 ? 'has all migrations' : `applied ${applied.join(', ')}`}`,
    );
  });
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [`${bindings[index]}: ${escapeLayout(String(outcome.reason))}`] : [],
  );
  if (failures.length === 0) return;
  refuse(
    `${failures.join('\n')}\n${failures.length} of ${bindings.length} databases are behind. Run the command again. Finished databases are skipped.`,
  );
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 1;
}
