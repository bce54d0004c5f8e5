import { type Selectable, sql } from 'kysely';
import { executeGathered, gate, openGate, type Write } from '../database/gathered-writes.js';
import { toJson } from '../database/json.js';
import { type Removed, removeCounted } from '../database/remove-counted.js';
import type { Db, Tx } from '../database/schema.js';
import type { OutboxTable } from '../database/tables/foundation.js';
import { transact } from '../database/transact.js';
import { enqueue } from './queue.js';
import { defineJob, type JobDefinition, type Sweep } from './tasks.js';
import { WORKER_SCHEMA } from './worker-schema.js';

/** An event as stored. */
export interface NewEvent {
  readonly corpId: number;
  /** Stream within which order is preserved, for instance `flow:42`. */
  readonly stream: string;
  readonly topic: string;
  readonly payload: unknown;
  /** Series in which it is numbered, for instance `7 flow:42`; null: it is internal and has no number. */
  readonly series: string | null;
}

export interface OutboxEvent<P> {
  /** Increases within a stream, and stays the same on redelivery. */
  readonly id: number;
  readonly corpId: number;
  readonly stream: string;
  readonly topic: string;
  readonly payload: P;
  /** 1, 2, 3 … without gaps within the event's series; null without a series. */
  readonly sequence: number | null;
  readonly createdAt: Date;
}

/** A type of event; areas define theirs in their events.ts. */
export interface Topic<P> {
  readonly name: string;
  event(about: { readonly corpId: number; readonly stream: string; readonly payload: P }): NewEvent;
}

/**
 * @param name area and past participle, `flow.completed`; the payload is JSON and small
 * @param seriesOf series that numbers its events, separate for each enterprise; topics of one series share its numbers
 */
export function topic<P>(name: string, seriesOf?: (payload: P) => string): Topic<P> {
  const event: Topic<P>['event'] = (about) =>
    Object.freeze({
      ...about,
      topic: name,
      series: seriesOf === undefined ? null : `${about.corpId} ${seriesOf(about.payload)}`,
    });
  return Object.freeze({ name, event });
}

export interface Subscription {
  readonly topic: string;
  readonly handle: (event: OutboxEvent<unknown>, tx: Tx, now: Date) => Promise<void>;
}

/**
 * Calls `handle` with every event of the topic. Its writes through `tx` commit together with the record of the
 * delivery, so they happen exactly once; other side effects may be repeated. It must be quick: slow work belongs in a
 * job added through `tx`. If it throws, the event and all later ones of its stream wait for a retry.
 */
export function subscribe<P>(
  to: Topic<P>,
  handle: (event: OutboxEvent<P>, tx: Tx, now: Date) => Promise<void>,
): Subscription {
  return Object.freeze({
    topic: to.name,
    // Only event() writes rows of this topic.
    handle: (event: OutboxEvent<unknown>, tx: Tx, now: Date) => handle(event as OutboxEvent<P>, tx, now),
  });
}

/** Key of the job that retries a stream. */
export function relayKey(stream: string): string {
  return `outbox:${stream}`;
}

/**
 * Stores events with the change that they report. The transaction must hold the lock of their subject. From here on it
 * also holds the counters of their series, so it must not lock a flow or an order afterwards.
 */
export async function publish(tx: Tx, now: Date, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await executeGathered(tx, openGate, publication(now, events));
}

/**
 * Publishes as part of a gathered statement; see publish. A counter's row stays locked until the commit, so numbers
 * follow the order of commits, and those of a rolled-back change are reused.
 */
export function publication(now: Date, events: readonly NewEvent[]): readonly Write[] {
  if (events.length === 0) return [];
  const counts = new Map<string, number>();
  const rows = events.map((event) => {
    const { series } = event;
    const index = series === null ? 0 : (counts.get(series) ?? 0) + 1;
    if (series !== null) counts.set(series, index);
    return { event, index };
  });
  const given = rows.map(({ event, index }, order) => ({
    order,
    corp_id: event.corpId,
    stream: event.stream,
    topic: event.topic,
    payload: event.payload,
    series: event.series,
    // Distance to the last number that this publication takes.
    back: event.series === null ? null : (counts.get(event.series) ?? 0) - index,
  }));
  const taken = [...counts].map(([series, count]) => ({ series, count }));
  return [
    {
      name: 'numbered_series',
      // In a fixed order, or two transactions with the same series could deadlock.
      body: sql`insert into outbox_series (series, last)
        select given.series, given.count
        from ${gate}, jsonb_to_recordset(${toJson(taken)}::jsonb) as given (series text, count integer)
        order by given.series
        on conflict (series) do update set last = outbox_series.last + excluded.last
        returning series, last`,
    },
    {
      name: 'published',
      body: sql`insert into outbox (corp_id, stream, topic, payload, sequence, created_at)
        select given.corp_id, given.stream, given.topic, given.payload, numbered.last - given.back,
               ${now}::timestamptz
        from ${gate} cross join jsonb_to_recordset(${toJson(given)}::jsonb) as given ("order" integer,
          corp_id bigint, stream text, topic text, payload jsonb, series text, back integer)
        left join numbered_series as numbered on numbered.series = given.series
        order by given.order`,
    },
  ];
}

/** The jobs that retry the streams of failing subscribers. */
export function outboxJobs(db: Db, subscriptions: readonly Subscription[]): readonly JobDefinition[] {
  return [
    defineJob('outbox.relay', async ({ stream }, { now, signal }) => {
      const all = { db, subscriptions, stream, now };
      while (await deliverSome(all)) signal.throwIfAborted();
    }),
    defineJob('outbox.sweep', async () => sweepOutbox(db)),
  ];
}

export const outboxSweep: Sweep = Object.freeze({ name: 'outbox.sweep', everyMinutes: 5 });

interface Relay {
  readonly db: Db;
  readonly subscriptions: readonly Subscription[];
  readonly stream: string;
  readonly now: Date;
}

/** Events of a stream delivered in one commit, if all of them succeed. */
const BATCH_SIZE = 50;

/** @returns whether more are waiting; events published from now on have a job of their own */
async function deliverSome(relay: Relay): Promise<boolean> {
  try {
    return await deliverOldest(relay, BATCH_SIZE);
  } catch {
    // One of them fails, and the events before it must not wait for it.
    return deliverOldest(relay, 1);
  }
}

/**
 * Delivers the oldest waiting events of the stream. Two relays of one stream are serialised by row locks, and the
 * second continues with the next rows, so the order is preserved.
 */
async function deliverOldest({ db, subscriptions, stream, now }: Relay, most: number): Promise<boolean> {
  return transact(db, async (tx) => {
    const rows = await tx
      .selectFrom('outbox')
      .selectAll()
      .where('stream', '=', stream)
      .where('delivered_at', 'is', null)
      .orderBy('id')
      .limit(most + 1)
      .forUpdate()
      .execute();
    const delivered = rows.slice(0, most);
    if (delivered.length === 0) return false;
    await deliverTo(tx, subscriptions, delivered, now);
    return rows.length > most;
  });
}

/**
 * Hands events to their subscribers and records their delivery, in one transaction. Streams proceed concurrently, so
 * that their look-ups can be gathered; within a stream the order is kept.
 */
export async function deliverTo(
  tx: Tx,
  subscriptions: readonly Subscription[],
  rows: readonly OutboxRow[],
  now: Date,
): Promise<void> {
  const streams = new Map<string, OutboxRow[]>();
  for (const row of rows) {
    const known = streams.get(row.stream);
    if (known === undefined) streams.set(row.stream, [row]);
    else known.push(row);
  }
  // All of them have ended before the transaction does.
  const outcomes = await Promise.allSettled(
    [...streams.values()].map((own) => deliverStream(tx, subscriptions, own, now)),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  await sql`update outbox set delivered_at = ${now} where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
}

async function deliverStream(
  tx: Tx,
  subscriptions: readonly Subscription[],
  rows: readonly OutboxRow[],
  now: Date,
): Promise<void> {
  for (const row of rows) {
    const event = eventOf(row);
    for (const subscription of subscriptions) {
      if (subscription.topic === event.topic) await subscription.handle(event, tx, now);
    }
  }
}

/** An event with the record of its delivery. */
export type OutboxRow = Selectable<OutboxTable>;

function eventOf(row: OutboxRow): OutboxEvent<unknown> {
  return Object.freeze({
    id: row.id,
    corpId: row.corp_id,
    stream: row.stream,
    topic: row.topic,
    payload: row.payload,
    sequence: row.sequence,
    createdAt: row.created_at,
  });
}

/** Deletes events that were delivered before the given time. */
export function removeDelivered(db: Db, before: Date): Promise<Removed> {
  return removeCounted(db, 'outbox', 'delivered_at', sql`delivered_at < ${before}`);
}

/** Retries streams whose relay failed permanently. */
async function sweepOutbox(db: Db): Promise<void> {
  const stuck = await sql<{ stream: string }>`
    select distinct stream from outbox
    where delivered_at is null and exists (
      select from ${sql.id(WORKER_SCHEMA, 'jobs')} as job
      where job.key = ${relayKey('')} || outbox.stream and job.attempts >= job.max_attempts
    )
    limit 1000
  `.execute(db);
  for (const { stream } of stuck.rows) {
    await enqueue(db, 'outbox.relay', { stream }, { key: relayKey(stream) });
  }
}
