import type { HomePlace, JobStep } from '#platform/storage/job.ts';
import { lackingMigrations, schemaMigrations, schemaOf } from '#platform/storage/needed-migrations.ts';
import { writeSchema } from './repository.ts';

/**
 * Reads a database's migrations and records them for the placement of new athletes and for the operator.
 * Throws if a required migration is missing, so that the list of jobs shows the database.
 */
export async function checkSchema({ registry, home }: HomePlace): Promise<JobStep> {
  const [rows] = await home.db.batch([home.db.select().from(schemaMigrations)]);
  const has = rows.map(({ name }) => name);
  await registry.batch([writeSchema(registry, home, schemaOf('athletes', has))]);
  const lacking = lackingMigrations('athletes', has);
  if (lacking.length > 0) throw new Error(`the database lacks ${lacking.join(', ')}`);
  return { counts: {}, isDone: true };
}
