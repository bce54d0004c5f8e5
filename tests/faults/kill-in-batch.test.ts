/**
 * kill -9 of the service in the middle of a table of contracts: the page repeats its calls, and everybody has exactly one
 * contract. `BATCH_ROWS=2000 BATCH_WRONG=50 npm test -- tests/faults/kill-in-batch.test.ts` sends the largest table.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchStartSignFlow } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused, Unanswered } from '../../packages/web/src/api/refused.js';
import { type CallResult, planCalls } from '../../packages/web/src/console/batch/batch-plan.js';
import { type Sender, sendCalls } from '../../packages/web/src/console/batch/send-calls.js';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type GivenTemplate, givenTemplate } from '../support/given-flow.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';

const ROWS = Number(process.env['BATCH_ROWS'] ?? 60);
const WRONG = Number(process.env['BATCH_WRONG'] ?? 6);
const BATCHES = 4;

let database: FreshDatabase;
let dataDir: string;
/** A service beside the killed one: reads the database and moves the clock of both. */
let beside: RunningApp;
let enterprise: Enterprise;
let template: GivenTemplate;
let port: number;
let service: ServerProcess;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-kill-'));
  beside = await startApp({ on: { database, dataDir } });
  enterprise = await givenEnterprise(beside, { contracts: ROWS });
  template = await givenTemplate(enterprise.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', type: 0, area: true, controls: ['住址'] },
    ],
  });
  port = await freePort();
  service = await start();
});
afterAll(async () => {
  await service.killEverything();
  await beside.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const start = () =>
  startServerProcess({
    dataDir,
    port,
    settings: { ROLE: 'web', DATABASE_URL: database.connectionString },
  });

const mobileOf = (row: number) => `139${10_000_000 + row}`;
const isWrong = (row: number) =>
  row % Math.floor(ROWS / WRONG) === 0 && row / Math.floor(ROWS / WRONG) < WRONG;

/** Where a name is missing, the item is refused. */
const itemOf = (row: number) => ({
  templateName: `合同 ${row}`,
  participantList: [
    {
      participantFlag: '乙方',
      psnAccount: mobileOf(row),
      ...(isWrong(row) ? {} : { psnName: `员工${row}` }),
    },
  ],
});

async function post(items: readonly object[], key: string): Promise<CallResult> {
  const { headers } = enterprise.owner.client;
  const response = await fetch(`http://127.0.0.1:${port}${batchStartSignFlow.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, 'idempotency-key': key },
    body: JSON.stringify({ templateId: template.templateId, items }),
  }).catch(() => null);
  const text = await response?.text().catch(() => null);
  if (response == null || text == null) throw new Unanswered();
  const envelope: {
    readonly code: string;
    readonly msg: string;
    readonly reason?: string;
    readonly data: CallResult;
  } = JSON.parse(text);
  if (response.ok) return envelope.data;
  throw new Refused(envelope.code, envelope.msg, envelope.reason ?? null, null, null);
}

const HELD = 20_261_123;

/**
 * Holds the service in the middle of the table, while it starts a contract, however fast it is.
 * @returns what waits for that, kills it, and lets go
 */
async function holdInTheMiddle(): Promise<{ readonly kill: () => Promise<void> }> {
  const { pool } = beside.app.database;
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock($1)', [HELD]);
  await holder.query(`
    create function hold_batch() returns trigger language plpgsql as $$
    begin
      if (select count(*) from flow_batch_items) >= ${Math.floor(ROWS / 3)} then
        perform pg_advisory_xact_lock(${HELD});
      end if;
      return new;
    end $$`);
  await holder.query(
    'create trigger held before insert on flow_batch_items for each row execute function hold_batch()',
  );
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${HELD} and not granted`;
  return {
    async kill() {
      const count = async () => (await pool.query(waiting)).rows.length;
      await expect.poll(count, { timeout: 300_000 }).toBe(1);
      await service.killEverything();
      await holder.query('select pg_advisory_unlock($1)', [HELD]);
      await holder.query('drop function hold_batch cascade');
      holder.release();
    },
  };
}

test(`a table of ${ROWS} rows, ${WRONG} of them wrong, becomes exactly the right contracts`, async () => {
  const rows = Array.from({ length: ROWS }, (_, line) => ({ line, item: itemOf(line) }));
  const share = Math.ceil(ROWS / BATCHES);
  const calls = Array.from({ length: BATCHES }, (_, batch) =>
    planCalls(rows.slice(batch * share, (batch + 1) * share), () => crypto.randomUUID()),
  ).flat();
  let results: readonly CallResult[] = [];
  const sender: Sender = {
    send: ({ items, key }) => post(items, key),
    find: async () => null,
    resume: async () => {
      throw new Error('the keys are valid');
    },
    async keep(next) {
      results = next.flatMap(({ result }) => result ?? []);
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, 200)),
    now: () => Date.now(),
    isStopped: () => false,
  };
  const held = await holdInTheMiddle();
  const sent = sendCalls(calls, sender);
  await held.kill();
  service = await start();
  // The key of the dead process is free after a minute.
  await beside.advance(60);
  await sent;

  const sum = (of: 'successCount' | 'failedCount') => results.reduce((all, result) => all + result[of], 0);
  expect([results.length, sum('successCount'), sum('failedCount')]).toEqual([BATCHES, ROWS - WRONG, WRONG]);
  const { rows: named } = await beside.app.database.pool.query<{ readonly mobile: string }>(
    `select psn_account as mobile from flow_participants join flows using (corp_id, flow_id)
      where corp_id = $1 and participant_flag = '乙方'`,
    [enterprise.corpId],
  );
  const right = rows.filter(({ line }) => !isWrong(line)).map(({ line }) => mobileOf(line));
  expect(named.map(({ mobile }) => mobile).toSorted()).toEqual(right.toSorted());
}, 600_000);
