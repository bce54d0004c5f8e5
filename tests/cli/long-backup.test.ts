/** A backup whose files take longer to copy than a proxy lets a connection be silent. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadContractFile } from '@cinnabar/api/operations/templates.js';
import { writeSet } from '@cinnabar/server/backup/write-set.js';
import { openStorage } from '@cinnabar/server/composition/open-storage.js';
import { EncryptedBlobStore } from '@cinnabar/server/storage/encrypted-blob-store.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { contractPdf } from '../support/given-flow.js';

let app: RunningApp;
let target: string;

beforeAll(async () => {
  app = await startApp();
  target = await mkdtemp(join(tmpdir(), 'cinnabar-long-backup-'));
});
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await app.close();
  await rm(target, { recursive: true, force: true });
});

test('says something every minute in the session that holds the files', async () => {
  const { owner } = await givenEnterprise(app);
  await owner.client.upload(uploadContractFile.path, { name: '合同.pdf', bytes: await contractPdf() });
  const { database, services } = app.app;
  const lastSaid = async () => {
    const { rows } = await database.pool.query(
      `select query_start from pg_stat_activity join pg_locks using (pid)
        where locktype = 'advisory' and objid = 4701041 and datname = current_database()`,
    );
    return rows;
  };
  const backend = openStorage(services.config);
  const get = backend.get.bind(backend);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const copying = vi.spyOn(backend, 'get').mockImplementation(async (name) => {
    const before = await lastSaid();
    expect(before).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    await expect.poll(lastSaid).not.toEqual(before);
    return get(name);
  });
  const { envelope, masterKey, clock } = services;
  const blobs = new EncryptedBlobStore({ backend, envelope });
  const { copied, missing } = await writeSet({
    ...{ database, backend, blobs, masterKey, target, reread: false, keep: null },
    ...{ now: clock.now(), program: 'of the test' },
  });
  expect([copied > 0, missing]).toEqual([true, []]);
  expect(copying).toHaveBeenCalledTimes(copied);
});
