// @module-tag postgresql-15
// @module-tag haproxy
// @module-tag patroni
// @module-tag swift
/**
 * `npm run failover`: two web processes and a worker on a database under Patroni, of which the server and then the
 * machine of the primary are killed while contracts are started, signed, downloaded and listed. Every act that was answered
 * is there afterwards, and once, in histories, ledgers and signed files that hold; and no list lacked one.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { contractList, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { FlowStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Journal } from '../campaign/support/journal.js';
import { givenLane, type Lane, signed } from '../campaign/support/lane.js';
import { call } from '../campaign/support/patient-caller.js';
import { missingActs, reckonAll } from '../campaign/support/reckoning.js';
import { as, type FlowId } from '../support/given-flow.js';
import { givenParties, type Parties } from '../support/given-parties.js';
import { jobsDone } from '../support/jobs-done.js';
import { seededRandom } from '../support/seeded-random.js';
import { type Arrangement, startArrangement } from './arrangement.js';
import { followParts, takesChanges } from './failover-phases.js';

/** Concurrent clients, each of which repeats an act until it is answered. */
const CLIENTS = 3;

describe('a primary that dies', () => {
  let arrangement: Arrangement;
  let parties: Parties;
  let lane: Lane;
  const journal = new Journal();
  /** Contracts that were signed by both, and were in the next list. */
  let listed = 0;
  /** How many acts of each client were answered. */
  const answers = Array.from({ length: CLIENTS }, () => 0);
  let acting = true;
  let clients: readonly Promise<void>[];

  beforeAll(async () => {
    arrangement = await startArrangement();
    parties = await givenParties(arrangement.service, { contracts: 1_000_000 });
    lane = await givenLane(arrangement.service);
    clients = [signAndList(), ...Array.from({ length: CLIENTS }, (_, number) => act(number))];
  }, 400_000);
  afterAll(async () => {
    acting = false;
    await Promise.allSettled(clients ?? []);
    await arrangement?.close();
  }, 120_000);

  /** Contract after contract is signed by two people and downloaded, and is then in the list, which a replica serves. */
  async function signAndList(): Promise<void> {
    const webs = arrangement.ports.map((port) => `http://127.0.0.1:${port}`);
    const caller = { webs, journal, random: seededRandom(1) };
    while (acting) {
      await signed(lane, caller);
      const flowId = journal.acts.flatMap((act) => (act.kind === 'downloaded' ? [act.flowId] : [])).at(-1);
      const items = await call(caller, lane.buyer.owner, contractList, {});
      const found = items.find((each) => each.flowId === flowId);
      if (found?.flowStatus === FlowStatus.completed) listed += 1;
      else journal.noteProblem(`a list has the signed flow ${flowId} as ${found?.flowStatus}`);
    }
  }

  /** Starts contracts one after the other, at either process, and notes those that were answered. */
  async function act(number: number): Promise<void> {
    for (let index = 0; acting; index += 1) {
      const code = `act-${number}-${index}`;
      for (let tried = 0; acting; tried += 1) {
        const { ports } = arrangement;
        const port = ports[(number + index + tried) % ports.length];
        const flowId = await started(`http://127.0.0.1:${port}`, code);
        if (flowId !== null) {
          journal.note({ kind: 'started', code, flowId });
          answers[number] = (answers[number] ?? 0) + 1;
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
   * With a key for each attempt: that of an act which the kill interrupted is taken for some seconds more.
   * @returns seconds from the kill to the first answer to an act that was sent and carried out after it
   */
  async function untilWritten(killedAt: number): Promise<number> {
    const { ports } = arrangement;
    for (let tried = 0; performance.now() < killedAt + 100_000; tried += 1) {
      const code = `act-after-${Math.round(killedAt)}-${tried}`;
      const flowId = await started(`http://127.0.0.1:${ports[tried % ports.length]}`, code);
      if (flowId !== null) {
        journal.note({ kind: 'started', code, flowId });
        return (performance.now() - killedAt) / 1000;
      }
      await pause(100);
    }
    throw new Error('nothing is written any more');
  }

  /**
   * Prints when each part of the arrangement worked again, and when every interrupted act was answered.
   * @returns seconds from the kill until an act was answered
   */
  async function untilServed(what: string, killedAt: number): Promise<number> {
    const { patroni, ports } = arrangement;
    const stop = followParts(
      {
        'a server took changes': async () =>
          (await Promise.allSettled(patroni.serverUrls.map(takesChanges))).some(
            (each) => each.status === 'fulfilled' && each.value,
          ),
        'HAProxy led to it': () => takesChanges(patroni.primaryUrl),
        ...Object.fromEntries(
          ports.map((port, index) => [`web process ${index + 1} was ready`, () => isReady(port)]),
        ),
      },
      killedAt,
    );
    const answered = answers.slice();
    const seconds = await untilWritten(killedAt);
    await expect
      .poll(() => answers.every((count, client) => count > (answered[client] ?? 0)), { timeout: 60_000 })
      .toBe(true);
    const parts = {
      ...(await stop()),
      'an act was answered': seconds,
      'every interrupted act was answered': (performance.now() - killedAt) / 1000,
    };
    console.log(`${what} was killed, load ${loadavg()[0]?.toFixed(1)}; seconds until:`, parts);
    return seconds;
  }

  async function isReady(port: number): Promise<boolean> {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    return status === 200;
  }

  async function checkEverything(): Promise<void> {
    const { service } = arrangement;
    const { db, pool } = service.app.database;
    await jobsDone(pool);
    const rows = await db.selectFrom('flows').select(['flow_id', 'source_order_code']).execute();
    for (const act of journal.acts) {
      if (act.kind !== 'started') continue;
      const found = rows.filter((row) => row.source_order_code === act.code).map((row) => row.flow_id);
      expect([act.code, found]).toEqual([act.code, [act.flowId]]);
    }
    expect(await missingActs(db, journal.acts)).toEqual([]);
    const { problems, ...everything } = await reckonAll(service);
    console.log(
      `${journal.acts.length} acts were answered, and ${listed} signed contracts listed:`,
      everything,
    );
    expect([...journal.problems, ...problems]).toEqual([]);
  }

  /** Until acts of both kinds are answered. */
  async function settled(): Promise<void> {
    const [acts, lists] = [journal.acts.length, listed];
    await expect.poll(() => journal.acts.length, { timeout: 60_000 }).toBeGreaterThan(acts + 5);
    await expect.poll(() => listed, { timeout: 60_000 }).toBeGreaterThan(lists);
  }

  test('writes again within 15 s of the death of its server', async () => {
    await settled();
    const { name, killServer } = await arrangement.patroni.leader();
    const killedAt = performance.now();
    killServer();
    const seconds = await untilServed(`the server of ${name}`, killedAt);
    expect(seconds).toBeLessThan(15);
  }, 200_000);

  test('writes again within 45 s of the death of its machine, and has lost and doubled nothing', async () => {
    await arrangement.patroni.synchronous();
    await settled();
    const node = await arrangement.patroni.leader();
    const killedAt = performance.now();
    await node.killNode();
    const seconds = await untilServed(`the machine of ${node.name}`, killedAt);
    expect(seconds).toBeLessThan(45);
    await settled();
    acting = false;
    await Promise.all(clients);
    await checkEverything();
  }, 500_000);
});
