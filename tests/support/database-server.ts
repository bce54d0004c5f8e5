// Global setup of the tests that use a database: one PostgreSQL server for the whole run. The bundled one, without
// fsync, or the one of TEST_DATABASE_URL, whose user must be allowed to create databases.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseAddress, openDatabase } from '@cinnabar/server/database/connect.js';
import { startEmbedded } from '@cinnabar/server/database/embedded.js';
import { migrateDatabase } from '@cinnabar/server/database/migrate.js';
import { installJobs } from '@cinnabar/server/jobs/worker-schema.js';
import type { TestProject } from 'vitest/node';
import { keepTemplateCluster, takeTemplateCluster } from './template-cluster.js';
import { inDatabase } from './test-database.js';

const EMBEDDED_TEMPLATE = 'cinnabar_template';

interface TestServer {
  readonly address: DatabaseAddress;
  readonly template: string;
  stop(): Promise<void>;
}

async function useServer(connectionString: string): Promise<TestServer> {
  const address = { connectionString };
  const template = `cinnabar_template_${process.pid}_${Date.now()}`;
  await makeTemplate(address, template);
  return {
    address,
    template,
    stop: () => statement(address, `drop database ${template} with (force)`),
  };
}

async function startServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-tests-'));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const start = () => startEmbedded({ dataDir, log, durable: false, mayCreateDatabases: true });
  if (!takeTemplateCluster(dataDir)) {
    const first = await start();
    await makeTemplate(first.address, EMBEDDED_TEMPLATE);
    await first.stop();
    keepTemplateCluster(dataDir);
  }
  const server = await start();
  return {
    address: server.address,
    template: EMBEDDED_TEMPLATE,
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

async function makeTemplate(server: DatabaseAddress, template: string): Promise<void> {
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
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const connectionString = process.env['TEST_DATABASE_URL'];
  const server = connectionString ? await useServer(connectionString) : await startServer();
  project.provide('testDatabase', { server: server.address, template: server.template });
  return () => server.stop();
}
