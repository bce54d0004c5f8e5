// @module-tag postgresql-15
// @module-tag haproxy
// @module-tag patroni
/**
 * `npm run failover`: two web processes and a worker on a database under Patroni, of which the server and then the
 * machine of the primary are killed. Every act that was answered is there afterwards, and once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSignFlow } from '@cinnabar/api/operations/flows.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { inconsistencies, ledgerProblems } from '../support/flow-consistency.js';
import { as, type FlowId } from '../support/given-flow.js';
import { givenParties, type Parties } from '../support/given-parties.js';
import { jobsDone } from '../support/jobs-done.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { type Patroni, startPatroni } from './patroni.js';

/** Concurrent clients, each of which repeats an act until it is answered. */
const CLIENTS = 3;

interface Act {
  readonly code: string;
  readonly flowId: FlowId;
}

describe('a primary that dies', () => {
  let patroni: Patroni;
  let dataDir: string;
  let worker: RunningApp;
  let parties: Parties;
  let ports: readonly number[];
  let webs: readonly ServerProcess[];
  const journal: Act[] = [];
  let acting = true;
  let clients: readonly Promise<void>[];

  beforeAll(async () => {
    patroni = await startPatroni();
    await patroni.synchronous();
    dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-failover-'));
    const settings = {
      MASTER_KEY: newMasterKey(),
      DATABASE_URL: patroni.primaryUrl,
      DATABASE_READ_URL: patroni.replicaUrl,
    };
    const connectionString = patroni.primaryUrl;
    worker = await startApp({
      on: {
        dataDir,
        database: { address: { connectionString }, connectionString, drop: async () => undefined },
      },
      settings: { ...settings, ROLE: 'worker' },
    });
    ports = [await freePort(), await freePort()];
    webs = await Promise.all(
      ports.map((port) => startServerProcess({ dataDir, port, settings: { ...settings, ROLE: 'web' } })),
    );
    const [first] = ports;
    const baseUrl = `http://127.0.0.1:${first}`;
    const client = new Client(baseUrl);
    parties = await givenParties({ ...worker, baseUrl, client, post: client.post.bind(client) });
    clients = Array.from({ length: CLIENTS }, (_, number) => act(number));
  }, 400_000);
  afterAll(async () => {
    acting = false;
    await Promise.allSettled(clients ?? []);
    for (const web of webs ?? []) await web.killEverything();
    await worker?.close();
    await patroni?.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }, 120_000);

  /** Starts contracts one after the other, at either process, and notes those that were answered. */
  async function act(number: number): Promise<void> {
    for (let index = 0; acting; index += 1) {
      const code = `act-${number}-${index}`;
      for (let tried = 0; acting; tried += 1) {
        const port = ports[(number + index + tried) % ports.length];
        const flowId = await started(`http://127.0.0.1:${port}`, code);
        if (flowId !== null) {
          journal.push({ code, flowId });
          break;
        }
        await pause(200);
      }
    }
  }

  /** @returns null if it was not answered, or is to be repeated */
  async function started(baseUrl: string, code: string): Promise<FlowId | null> {
    const { buyer, seller, template } = parties;
    try {
      const answer = await fetch(baseUrl + startSignFlow.path, {
        method: 'POST',
        headers: {
          ...buyer.owner.client.headers,
          'content-type': 'application/json',
          'idempotency-key': code,
        },
        body: JSON.stringify({
          templateId: template.templateId,
          participantList: [as('乙方', seller.owner, seller)],
          sourceOrderCode: code,
        }),
        signal: AbortSignal.timeout(10_000),
      });
      const { data }: { data: { flowId: FlowId } } = JSON.parse(await answer.text());
      if (answer.status === 200) return data.flowId;
      // Busy, or another attempt with this key is running.
      expect([409, 503]).toContain(answer.status);
      return null;
    } catch (error) {
      if (error instanceof TypeError || error instanceof DOMException) return null;
      throw error;
    }
  }

  /**
   * With a key for each attempt: that of an act which the kill interrupted may be taken for half a minute.
   * @returns seconds from the kill to the first answer to an act that was sent and carried out after it
   */
  async function untilWritten(killedAt: number): Promise<number> {
    for (let tried = 0; performance.now() < killedAt + 100_000; tried += 1) {
      const code = `act-after-${Math.round(killedAt)}-${tried}`;
      const flowId = await started(`http://127.0.0.1:${ports[tried % ports.length]}`, code);
      if (flowId !== null) {
        journal.push({ code, flowId });
        return (performance.now() - killedAt) / 1000;
      }
      await pause(100);
    }
    throw new Error('nothing is written any more');
  }

  async function checkEverything(): Promise<void> {
    const { db, pool } = worker.app.database;
    await jobsDone(pool);
    const noted = journal.slice();
    const rows = await db
      .selectFrom('flows')
      .select(['flow_id', 'source_order_code'])
      .where('source_order_code', 'like', 'act-%')
      .execute();
    for (const { code, flowId } of noted) {
      const found = rows.filter((row) => row.source_order_code === code).map((row) => row.flow_id);
      expect([code, found]).toEqual([code, [flowId]]);
    }
    for (const { flowId } of noted.slice(-20)) expect(await inconsistencies(db, flowId)).toEqual([]);
    expect(await ledgerProblems(db)).toEqual([]);
  }

  async function settled(): Promise<void> {
    const before = journal.length;
    await expect.poll(() => journal.length, { timeout: 60_000 }).toBeGreaterThan(before + 5);
  }

  test('writes again within 15 s of the death of its server', async () => {
    await settled();
    const { name, killServer } = await patroni.leader();
    const killedAt = performance.now();
    killServer();
    const seconds = await untilWritten(killedAt);
    console.log(`the server of ${name} was killed: an act was answered after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(15);
  }, 200_000);

  test('writes again within 45 s of the death of its machine, and has lost and doubled nothing', async () => {
    await patroni.synchronous();
    await settled();
    const node = await patroni.leader();
    const killedAt = performance.now();
    await node.killNode();
    const seconds = await untilWritten(killedAt);
    console.log(`the machine of ${node.name} was killed: an act was answered after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(45);
    await settled();
    acting = false;
    await Promise.all(clients);
    console.log(`${journal.length} acts were answered`);
    await checkEverything();
  }, 300_000);
});
