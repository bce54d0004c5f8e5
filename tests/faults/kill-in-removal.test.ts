/** The service is killed while it removes what a closed enterprise has left behind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeCorp, viewClosing } from '@cinnabar/server/areas/closing/index.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { expect, test, vi } from 'vitest';
import { freePort, startApp } from '../support/app.js';
import { freshDatabase } from '../support/fresh-database.js';
import { givenClosing } from '../support/given-closing.js';
import { jobsDone } from '../support/jobs-done.js';
import { startServerProcess } from '../support/server-process.js';

vi.setConfig({ testTimeout: 180_000 });

test('a removal that was killed half-way goes on, and reports each row once', async () => {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-removal-'));
  const on = { database, dataDir };
  const first = await startApp({ on });
  const { corp, partner, shared } = await givenClosing(first);
  const { corpId } = corp;
  await first.advance(600);
  await jobsDone(first.app.database.pool);
  const { services } = first.app;
  await transact(first.app.database.db, (tx) =>
    closeCorp(tx, { services, now: services.clock.now(), by: null }, { corpId, days: 30, reason: 'letter' }),
  );
  await first.close();

  // Whoever holds a seal of the enterprise stops the removal there.
  const outside = openDatabase({ address: database.address, max: 2 });
  const holder = await outside.pool.connect();
  await holder.query('begin');
  await holder.query('select from seals where corp_id = $1 for update', [corpId]);
  const port = await freePort();
  const settings = { DATABASE_URL: database.connectionString };
  const service = await startServerProcess({ dataDir, port, settings });
  const moved = fetch(`http://127.0.0.1:${port}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 31 * 86_400 }),
  }).catch(() => null);
  await vi.waitFor(
    async () => expect(await closureOf()).toMatchObject({ removed: { templates: 2 }, removedAt: null }),
    { timeout: 60_000, interval: 200 },
  );
  await service.killEverything();
  await moved;
  await holder.query('rollback');
  holder.release();
  expect(await closureOf()).toMatchObject({ removedAt: null });

  const second = await startApp({ on });
  await second.advance(3_600);
  await jobsDone(second.app.database.pool);
  expect(await closureOf()).toMatchObject({
    removedAt: expect.any(Date),
    removed: { templates: 2, seals: 1, flows: 1, members: 2, webhooks: 1 },
  });
  const { rows } = await outside.pool.query('select flow_id from flows where corp_id in ($1, $2)', [
    corpId,
    partner.corpId,
  ]);
  expect(rows).toEqual([{ flow_id: shared }]);
  await outside.close();
  await second.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });

  async function closureOf() {
    return (await viewClosing(outside.db, corpId, new Date()))?.closure;
  }
});
