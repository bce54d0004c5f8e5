// Global setup: one PostgreSQL server for the whole run. The bundled one, without fsync, or the one of
// TEST_DATABASE_URL, whose user must be allowed to create databases.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseAddress, openDatabase } from '@cinnabar/server/database/connect.js';
import { startEmbedded } from '@cinnabar/server/database/embedded.js';
import { migrateDatabase } from '@cinnabar/server/database/migrate.js';
import { installJobs } from '@cinnabar/server/jobs/worker-schema.js';
import type { TestProject } from 'vitest/node';
import { inDatabase } from './test-database.js';

interface TestServer {
  readonly address: DatabaseAddress;
  stop(): Promise<void>;
}

async function startServer(): Promise<TestServer> {
  const connectionString = process.env['TEST_DATABASE_URL'];
  if (connectionString) return { address: { connectionString }, stop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-tests-'));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const server = await startEmbedded({ dataDir, log, durable: false, mayCreateDatabases: true });
  return {
    address: server.address,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function statement(address: DatabaseAddress, text: string): Promise<void> {
  const database = openDatabase({ address, max: 1 });
  try {
    await database.pool.query(text);
  } finally {
    await database.close();
  }
}

async function makeTemplate(server: DatabaseAddress): Promise<string> {
  const template = `cinnabar_template_${process.pid}_${Date.now()}`;
  // lc_ctype C.UTF-8 as in the embedded cluster, whatever the server's default.
  await statement(
    server,
    `create database ${template} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  );
  const database = openDatabase({ address: inDatabase(server, template), max: 2 });
  try {
    await migrateDatabase(database);
    await installJobs(database);
  } finally {
    await database.close();
  }
  return template;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = await makeTemplate(server.address);
  project.provide('testDatabase', { server: server.address, template });
  return async () => {
    await statement(server.address, `drop database ${template} with (force)`);
    await server.stop();
  };
}
