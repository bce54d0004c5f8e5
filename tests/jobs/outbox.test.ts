import { AdjustableClock } from '@cinnabar/server/clock.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { advanceClock } from '@cinnabar/server/jobs/advance-clock.js';
import {
  type NewEvent,
  outboxJobs,
  outboxSweep,
  publish,
  type Subscription,
  subscribe,
  topic,
} from '@cinnabar/server/jobs/outbox.js';
import { createJobRunner, type JobRunner } from '@cinnabar/server/jobs/runner.js';
import { WORKER_SCHEMA } from '@cinnabar/server/jobs/worker-schema.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

const signed = topic<{ step: number }>('flow.signed');
const completed = topic<{ step: number }>('flow.completed');
const now = new Date('2026-11-20T08:00:00Z');
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let fresh: FreshDatabase;
let database: OpenDatabase;
let clock: AdjustableClock;
let runner: JobRunner | undefined;

beforeEach(async () => {
  fresh = await freshDatabase();
  clock = new AdjustableClock();
  database = openDatabase({ address: fresh.address });
});

afterEach(async () => {
  await runner?.stop();
  runner = undefined;
  await database.close();
  await fresh.drop();
});

function relay(...subscriptions: Subscription[]): JobRunner {
  runner = createJobRunner({
    database,
    clock,
    log: silent,
    definitions: outboxJobs(database.db, subscriptions),
    sweeps: [outboxSweep],
    outbox: { db: database.db, subscriptions },
  });
  return runner;
}

function flowEvent(flow: number, step: number): NewEvent {
  return signed.event({ corpId: 1, stream: `flow:${flow}`, payload: { step } });
}

describe('the outbox', () => {
  test('publishes nothing of a transaction that rolled back', async () => {
    const seen: number[] = [];
    const jobs = relay(subscribe(signed, async (event) => void seen.push(event.payload.step)));
    await expect(
      transact(database.db, async (tx) => {
        await publish(tx, now, [flowEvent(1, 1)]);
        throw new Error('the signature was refused');
      }),
    ).rejects.toThrow('refused');
    await jobs.drain();
    expect(seen).toEqual([]);
    expect(await database.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  test('delivers each event to the subscribers of its topic, with enterprise, stream and time', async () => {
    const seen: unknown[] = [];
    const jobs = relay(
      subscribe(signed, async (event) => void seen.push(['first', event])),
      subscribe(signed, async (event) => void seen.push(['second', event])),
      subscribe(completed, async (event) => void seen.push(['other', event])),
    );
    await transact(database.db, (tx) => publish(tx, now, [flowEvent(42, 1)]));
    await jobs.drain();
    const event = {
      id: 1,
      corpId: 1,
      stream: 'flow:42',
      topic: 'flow.signed',
      payload: { step: 1 },
      sequence: null,
      createdAt: now,
    };
    expect(seen).toEqual([
      ['first', event],
      ['second', event],
    ]);
  });

  test('keeps the order within a flow while many flows and relays run concurrently', async () => {
    const seen = new Map<string, number[]>();
    const jobs = relay(
      subscribe(signed, async (event) => {
        seen.set(event.stream, [...(seen.get(event.stream) ?? []), event.payload.step]);
      }),
    );
    await jobs.start();
    const flows = [1, 2, 3, 4, 5];
    for (let step = 1; step <= 20; step += 1) {
      await Promise.all(
        flows.map((flow) => transact(database.db, (tx) => publish(tx, now, [flowEvent(flow, step)]))),
      );
    }
    await jobs.drain();
    const inOrder = Array.from({ length: 20 }, (_, index) => index + 1);
    for (const flow of flows) expect(seen.get(`flow:${flow}`)).toEqual(inOrder);
  });

  test('holds back only the stream of a failing subscriber, whose writes roll back', async () => {
    let broken = true;
    const order: string[] = [];
    const jobs = relay(
      subscribe(signed, async (event, tx) => {
        const name = `${event.stream} ${event.payload.step}`;
        await tx.insertInto('settings').values({ name, value: '1' }).execute();
        if (broken && event.stream === 'flow:1') throw new Error('not now');
        order.push(name);
      }),
    );
    const delivered = async () =>
      (await database.db.selectFrom('settings').select('name').where('name', 'like', 'flow:%').execute()).map(
        ({ name }) => name,
      );
    await transact(database.db, (tx) =>
      publish(tx, now, [flowEvent(1, 1), flowEvent(1, 2), flowEvent(2, 1)]),
    );
    await jobs.drain();
    expect(await delivered()).toEqual(['flow:2 1']);

    broken = false;
    await transact(database.db, (tx) => publish(tx, now, [flowEvent(1, 3), flowEvent(2, 2)]));
    await jobs.drain();
    expect(await delivered()).toEqual(['flow:2 1', 'flow:2 2']);
    // The retry is due some seconds later; the moved clock brings it forward.
    await advanceClock({ database, clock, jobs, sweeps: [] }, 60_000);
    expect((await delivered()).sort()).toEqual(['flow:1 1', 'flow:1 2', 'flow:1 3', 'flow:2 1', 'flow:2 2']);
    const ofTheFirst = order.filter((name) => name.startsWith('flow:1'));
    expect(ofTheFirst).toEqual(['flow:1 1', 'flow:1 2', 'flow:1 3']);
  });

  test('is delivered by one process at a time, and each event once', async () => {
    const counted = () =>
      subscribe(signed, async (event, tx) => {
        await tx
          .insertInto('settings')
          .values({ name: `${event.stream} ${event.payload.step}`, value: '1' })
          .execute();
      });
    const processes = [relay(counted()), relay(counted()), relay(counted())];
    try {
      for (const each of processes) await each.start();
      for (let step = 1; step <= 10; step += 1) {
        await transact(database.db, (tx) => publish(tx, now, [flowEvent(1, step), flowEvent(2, step)]));
      }
      await Promise.all(processes.map((each) => each.drain()));
    } finally {
      for (const each of processes) await each.stop();
    }
    // A second delivery would have failed for its name, and left a job.
    const events = await database.db.selectFrom('outbox').select('delivered_at').execute();
    expect(events.filter(({ delivered_at }) => delivered_at === null)).toEqual([]);
    expect(await database.pool.query(`select from ${WORKER_SCHEMA}.jobs`)).toMatchObject({ rowCount: 0 });
  });

  test('numbers published events without a gap within a series, despite concurrency and failures', async () => {
    const numbered = topic<{ flowId: number }>('flow.started', ({ flowId }) => `flow:${flowId}`);
    const also = topic<{ flowId: number }>('approval.opened', ({ flowId }) => `flow:${flowId}`);
    const told = (about: typeof numbered, corpId: number, flowId: number) =>
      about.event({ corpId, stream: `flow:${flowId}`, payload: { flowId } });
    const change = (events: readonly NewEvent[], fails: boolean) =>
      transact(database.db, async (tx) => {
        await publish(tx, now, events);
        if (fails) throw new Error('undone');
      }).catch(() => undefined);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        change(
          [
            told(numbered, 1, 1),
            flowEvent(1, index),
            told(also, 1, 1),
            told(numbered, 1, 2),
            told(also, 2, 1),
          ],
          index % 3 === 0,
        ),
      ),
    );
    const rows = await database.db.selectFrom('outbox').selectAll().orderBy('sequence').execute();
    const numbersOf = (corpId: number, stream: string) =>
      rows
        .filter((row) => row.corp_id === corpId && row.stream === stream && row.topic !== 'flow.signed')
        .map(({ sequence }) => sequence);
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    expect(numbersOf(1, 'flow:1')).toEqual(upTo(40));
    expect(numbersOf(1, 'flow:2')).toEqual(upTo(20));
    expect(numbersOf(2, 'flow:1')).toEqual(upTo(20));
    const internal = rows.filter((row) => row.topic === 'flow.signed');
    expect(internal.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, () => null));
  });
});
