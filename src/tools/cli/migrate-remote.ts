import { escapeLayout } from './foreign-text.ts';
import { boundDatabases, migrateRemote, withEach } from './remote-databases.ts';
import { runWrangler } from './wrangler.ts';

/**
 * `npm run migrate -- --remote`: applies the migrations to every database of wrangler.toml that lacks some, four at a time,
 * and looks whether they are there afterwards. One that fails stops no other. It can be repeated: what is done stays done.
 */

if (process.argv[2] === '--remote') await migrateAll();
else
  refuse(
    'Local databases are migrated by `npm start`. For those of the deployment write: npm run migrate -- --remote',
  );

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
    `${failures.join('\n')}\n${failures.length} of ${bindings.length} databases are behind. Repeat the command: what is done stays done.`,
  );
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 1;
}
