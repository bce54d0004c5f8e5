import { randomBytes } from 'node:crypto';
import { type DatabaseAddress, openDatabase } from '@cinnabar/server/database/connect.js';
import { inject } from 'vitest';
import { inDatabase, toConnectionString } from './test-database.js';

export interface FreshDatabase {
  readonly address: DatabaseAddress;
  /** The same as DATABASE_URL takes it, for processes of their own. */
  readonly connectionString: string;
  /** Cuts whoever is still connected. */
  drop(): Promise<void>;
}

/** A migrated database of one's own; empty with `migrated: false`. */
export async function freshDatabase({ migrated = true } = {}): Promise<FreshDatabase> {
  const { server, template } = inject('testDatabase');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const maintenance = openDatabase({ address: server, max: 1 });
  const source = migrated ? template : 'template0';
  await maintenance.pool.query(`create database ${name} template ${source} strategy file_copy`);
  const address = inDatabase(server, name);
  return {
    address,
    connectionString: toConnectionString(address),
    async drop() {
      await maintenance.pool.query(`drop database if exists ${name} with (force)`);
      await maintenance.close();
    },
  };
}
