import { databaseName } from '#platform/storage/athlete-databases.ts';
import { isBehind, lackingMigrations, schemaMigrations } from '#platform/storage/needed-migrations.ts';
import { type AlertPlace, listed } from './condition.ts';
import { selectCheckedSchemas } from './repository.ts';

/**
 * Finds databases that lack a migration required by this version, according to the ten-minute job's last
 * reading.
 */
export async function findSchemasBehind({ env, registry }: AlertPlace): Promise<readonly string[]> {
  const [rows, migrations] = await registry.batch([
    selectCheckedSchemas(registry),
    registry.select().from(schemaMigrations),
  ]);
  const has = migrations.map(({ name }) => name);
  const lacking = lackingMigrations('registry', has);
  const behind = rows
    .filter(({ environment, shard }) => env.athleteDatabases[environment].has(shard))
    .filter(({ schema }) => schema === null || isBehind(schema))
    .map(databaseName);
  return [
    ...(lacking.length > 0 ? [`The registry lacks ${lacking.join(', ')}.`] : []),
    ...(behind.length > 0 ? [`Athlete databases that lack a migration: ${listed(behind)}.`] : []),
  ];
}
