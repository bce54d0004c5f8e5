import type { DatabaseAddress } from '@cinnabar/server/database/connect.js';

/** Data that the global setup passes to every test file. */
export interface TestDatabase {
  /** The server's maintenance database. */
  readonly server: DatabaseAddress;
  /** A migrated database without connections, used as a template. */
  readonly template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabase: TestDatabase;
  }
}

/** The same server with another database. */
export function inDatabase(server: DatabaseAddress, database: string): DatabaseAddress {
  if (!('connectionString' in server)) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** The address in the form of DATABASE_URL. */
export function toConnectionString(address: DatabaseAddress): string {
  if ('connectionString' in address) return address.connectionString;
  return `postgresql://${address.user}@${encodeURIComponent(address.host)}:${address.port}/${address.database}`;
}
