/** Commands that run at the same time on the bundled database, while the service is not running. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cinnabar, type Ran } from '../support/cinnabar.js';
import { newFile } from '../support/pdf/raw-pdf.js';
import { CONTRACT } from '../support/pdf/signed-contract.js';

// Every command is a process of its own.
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-at-once-'));
  await writeFile(join(folder, 'contract.pdf'), newFile(CONTRACT));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]): Promise<Ran> =>
  cinnabar(folder, { DATA_DIR: join(folder, 'data') }, ...args);

test('share its server, and the last one stops it', async () => {
  const verifications = await Promise.all([1, 2, 3].map(() => run('verify', 'contract.pdf')));
  for (const { code, errors } of verifications) expect([code, errors]).toEqual([5, '']);
  // Started before the server of the first one is stopped, or while it is.
  const first = run('corp', 'list');
  const others = [];
  for (let number = 0; number < 3; number += 1) {
    others.push(run('verify', 'contract.pdf'));
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect(await first).toEqual({ code: 0, out: '0 of 0\n', errors: '' });
  for (const { code, errors } of await Promise.all(others)) expect([code, errors]).toEqual([5, '']);
  expect(await readdir(join(folder, 'data', 'database', 'cluster'))).not.toContain('postmaster.pid');
});
