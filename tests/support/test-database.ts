import type { DatabaseAddress } from '@cinnabar/server/database/connect.js';

/** What the global setup tells every test file. */
export interface TestDatabase {
  /** The server's maintenance database. */
  readonly server: DatabaseAddress;
  /** A migrated database that nobody is connected to, to be copied. */
  readonly template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabase: TestDatabase;
  }
}

/** The same server, another database. */
export function inDatabase(server: DatabaseAddress, database: string): DatabaseAddress {
  if (!('connectionString' in server)) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** The address as DATABASE_URL takes it. */
export function toConnectionString(address: DatabaseAddress): string {
  if ('connectionString' in address) return address.connectionString;
  return `postgresql://${address.user}@${encodeURIComponent(address.host)}:${address.port}/${address.database}`;
}
