import { randomBytes } from 'node:crypto';
import { type DatabaseAddress, type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import pg from 'pg';
import { inject } from 'vitest';
import { inDatabase, toConnectionString } from './test-database.js';

const INSUFFICIENT_PRIVILEGE = '42501';
const MAX_ATTEMPTS = 100;

export interface FreshDatabase {
  readonly address: DatabaseAddress;
  /** The same in the form of DATABASE_URL, for other processes. */
  readonly connectionString: string;
  /** Terminates remaining connections. */
  drop(): Promise<void>;
}

/** A migrated database of its own; empty with `migrated: false`. */
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
      await drop(maintenance, name);
      await maintenance.close();
    },
  };
}

/**
 * Only a superuser may terminate an autovacuum worker, which belongs to the superuser. If one is in the database for a
 * moment, the drop is retried.
 */
async function drop({ pool }: OpenDatabase, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pool.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      const isDenied = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
      if (!isDenied || attempt === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
