import { migrateDatabase } from '@cinnabar/server/database/migrate.js';
import { installJobs } from '@cinnabar/server/jobs/worker-schema.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { type Command, jsonOption } from './command.js';
import { reachDatabase } from './open-database.js';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Migrates the database to this version, as every start of the service does.',
  options: { json: jsonOption },
  async run(values, context) {
    const { database, close } = await reachDatabase(readConfig(context.environment), context);
    try {
      const applied = await migrateDatabase(database);
      await installJobs(database);
      context.stdout(values['json'] === true ? JSON.stringify({ applied }) : describe(applied));
      return 0;
    } finally {
      await close();
    }
  },
};

function describe(applied: readonly string[]): string {
  return applied.length === 0
    ? 'The database was up to date.'
    : applied.map((step) => `applied ${step}`).join('\n');
}
