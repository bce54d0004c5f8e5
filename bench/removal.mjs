/**
 * What it costs to remove events after their retention: the outbox as the service has it, the same table with the default
 * settings of autovacuum, and the same partitioned by day, in turns. Each is filled with the events of the retention; then
 * days pass, in which events are published, delivered and removed by the service's own functions while autovacuum runs.
 * Then the same with webhook messages and their deliveries. BENCH_FLOWS sets how many contracts a day make events (4000),
 * BENCH_DAYS how many days pass (3). `npm run bench -- removal`
 */
import { performance } from 'node:perf_hooks';
import { daysOf } from '@cinnabar/server/database/retention.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { publish, topic } from '@cinnabar/server/jobs/outbox.js';
import { OutboxRelay } from '@cinnabar/server/jobs/relay.js';
import { Cost, openServer, usedBy } from './removal/server.mjs';
import { OUTBOX, sizeOf, variants } from './removal/variants.mjs';
import { passWebhookDays } from './removal/webhooks.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const FLOWS = Number(process.env['BENCH_FLOWS'] ?? 4_000);
const DAYS = Number(process.env['BENCH_DAYS'] ?? 3);
const EVENTS_OF_FLOW = 5;
const EVENTS = FLOWS * EVENTS_OF_FLOW;
const KEPT_DAYS = daysOf('events', {});
const DAY_MS = 24 * 3_600_000;
/** Removals a day: the service's sweep runs 48 times. */
const TURNS = 4;
/** Events of one publication while the day's events are made: much as the relay finds them on a busy service. */
const PORTION = 200;
/** Single events before each removal, and at least as many during it. */
const PROBES = 25;
const BEGIN = new Date('2026-01-01T00:00:00Z');

const FILL = `
  insert into outbox (corp_id, stream, topic, payload, sequence, created_at, delivered_at)
  select 1, 'flow:' || n % $1, 'flow.signed', jsonb_build_object('corpId', 1, 'flowId', 7000000000 + n % $1,
      'participantId', 7000000000 + n, 'userId', 4000000000 + n % 500, 'at', $2::timestamptz),
    1 + n / $1, $2::timestamptz + n * interval '1 day' / $3::integer, $2::timestamptz + n * interval '1 day' / $3::integer
  from generate_series(0, $3::integer - 1) as n`;
const OF_STREAM = `
  select * from outbox where stream = $1 and delivered_at is null order by id limit 50 for update`;

const flowSigned = topic('flow.signed', ({ flowId }) => `flow:${flowId}`);
const silent = { info: () => undefined, warn: console.warn, error: console.error };

const server = await openServer();
try {
  const tables = [];
  for (const variant of variants(server, KEPT_DAYS * DAY_MS)) tables.push(await open(variant));
  for (let day = 0; day < DAYS; day += 1) await passDay(tables, KEPT_DAYS + day);
  printOutbox(tables);
  for (const { sessions } of tables) await Promise.all(sessions.map((session) => session.close()));
  await server.statement('set client_min_messages = error');
  await server.statement('drop schema untuned, by_day cascade');
  await server.statement('truncate outbox, outbox_series');
  printWebhooks(
    await passWebhookDays(server, { events: EVENTS, days: DAYS, keptDays: KEPT_DAYS, turns: TURNS }),
  );
} finally {
  await server.stop();
}

async function open(variant) {
  const { schema, make, beginDay } = variant;
  await make();
  const [publisher, relaying, remover] = [0, 1, 2].map(() => server.connect(schema));
  const table = {
    ...variant,
    ...{ publisher, relaying, remover, sessions: [publisher, relaying, remover] },
    costs: Object.fromEntries(['publish', 'deliver', 'remove', 'all'].map((what) => [what, new Cost()])),
    took: new Map(),
    phase: 'filling',
    ...{ published: 0, removed: 0, removing: 0, sizes: [], now: BEGIN },
  };
  table.relay = new OutboxRelay({ db: relaying.db, subscriptions: [] }, async () => table.now, silent);
  timeStatements(relaying.pool, table);
  for (let day = 0; day < KEPT_DAYS; day += 1) {
    const date = dayOf(day);
    await beginDay(date);
    await publisher.pool.query(FILL, [FLOWS, date, EVENTS]);
  }
  await server.statement(`vacuum analyze ${schema}.outbox`);
  table.sizes.push(await sizeOf(server, schema, OUTBOX));
  return table;
}

/** The relay's own statements, by what they do. */
function timeStatements(pool, table) {
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    client.query = (...given) => {
      const text = (given[0].text ?? given[0]).trim();
      const kind = text.startsWith('with relay') ? 'take' : text.startsWith('update') ? 'mark' : null;
      const began = performance.now();
      const answer = query(...given);
      if (kind === null) return answer;
      return answer.then((result) => {
        record(table, kind, performance.now() - began);
        return result;
      });
    };
  });
}

function record({ took, phase }, kind, milliseconds) {
  const key = `${kind}, ${phase}`;
  if (!took.has(key)) took.set(key, []);
  took.get(key).push(milliseconds);
}

async function passDay(tables, day) {
  for (const { beginDay } of tables) await beginDay(dayOf(day));
  for (let turn = 0; turn < TURNS; turn += 1) {
    const first = (day * TURNS + turn) % tables.length;
    for (const table of [...tables.slice(first), ...tables.slice(0, first)]) await passTurn(table, day, turn);
  }
  for (const table of tables) table.sizes.push(await sizeOf(server, table.schema, OUTBOX));
}

async function passTurn(table, day, turn) {
  const { costs, publisher, relaying, remover, relay } = table;
  const [whole, ...each] = await allUsed();
  const events = EVENTS / TURNS;
  table.phase = 'filling';
  for (let made = 0; made < events; made += PORTION) {
    table.now = new Date(dayOf(day).getTime() + ((turn + made / events) * DAY_MS) / TURNS);
    const flow = turn * events + made;
    await published(
      table,
      Array.from({ length: Math.min(PORTION, events - made) }, (_, index) => flow + index),
    );
    await relay.deliverAll();
  }
  table.phase = 'before';
  for (let probe = 0; probe < PROBES; probe += 1) await probed(table, day);
  table.phase = 'during';
  const before = performance.now();
  const removal = table.remove(remover, table.now).then((count) => {
    table.removing += performance.now() - before;
    table.removed += count;
    return count;
  });
  let isOver = false;
  const over = removal.finally(() => {
    isOver = true;
  });
  for (let probe = 0; probe < PROBES || !isOver; probe += 1) await probed(table, day);
  await over;
  await server.settle(table.schema, OUTBOX, table.sessions);
  const [wholeAfter, ...eachAfter] = await allUsed();
  costs.all.add(whole, wholeAfter);
  for (const [index, what] of ['publish', 'deliver', 'remove'].entries())
    costs[what].add(each[index], eachAfter[index]);

  async function allUsed() {
    const sessions = [];
    for (const session of [publisher, relaying, remover]) sessions.push(await usedBy(session));
    return [await server.used(), ...sessions];
  }
}

async function published(table, flows) {
  const events = flows.map((flow) => {
    const flowId = 7_000_000_000 + (flow % FLOWS);
    const payload = {
      corpId: 1,
      flowId,
      participantId: 7_000_000_000 + flow,
      userId: 4_000_000_000,
      at: table.now,
    };
    return flowSigned.event({ corpId: 1, stream: `flow:${flowId}`, payload });
  });
  await transact(table.publisher.db, (tx) => publish(tx, table.now, events));
  table.published += events.length;
}

/** One event: its publication, its delivery, and what a failing stream's job asks. */
async function probed(table, day) {
  const flow = day * EVENTS + table.published;
  const began = performance.now();
  await published(table, [flow]);
  record(table, 'publish', performance.now() - began);
  const asked = performance.now();
  await table.relaying.pool.query({
    name: 'ofStream',
    text: OF_STREAM,
    values: [`flow:${7_000_000_000 + (flow % FLOWS)}`],
  });
  record(table, 'stream', performance.now() - asked);
  await table.relay.deliverAll();
}

function dayOf(day) {
  return new Date(BEGIN.getTime() + day * DAY_MS);
}

function printOutbox(tables) {
  console.log(
    `${EVENTS} events a day, kept for ${KEPT_DAYS} days, ${DAYS} days passed in turns; PostgreSQL ${server.version}\n\n` +
      'Of one event: processor time of the database, µs / bytes of the log\n',
  );
  const of = ({ cpu, wal }, count) => `${((cpu * 1000) / count).toFixed(1)} / ${Math.round(wal / count)}`;
  printTable(
    ['', ...tables.map(({ name }) => name)],
    [
      ['publishing', ...tables.map(({ costs, published }) => of(costs.publish, published))],
      [
        'taking and marking as delivered',
        ...tables.map(({ costs, published }) => of(costs.deliver, published)),
      ],
      ['removing', ...tables.map(({ costs, removed }) => of(costs.remove, removed))],
      ['autovacuum, checkpoints', ...tables.map(({ costs, published }) => of(others(costs), published))],
      ['all', ...tables.map(({ costs, published }) => of(costs.all, published))],
      ['removed', ...tables.map(({ removed }) => removed)],
      ['removed a second', ...tables.map(({ removed, removing }) => Math.round((removed / removing) * 1000))],
    ],
  );
  console.log('\nSize, table + indexes, MB\n');
  const size = ({ heap, indexes }) => `${heap.toFixed(0)} + ${indexes.toFixed(0)}`;
  printTable(
    ['after', ...tables.map(({ name }) => name)],
    tables[0].sizes.map((_size, day) => [
      day === 0 ? 'filling' : `day ${day}`,
      ...tables.map(({ sizes }) => size(sizes[day])),
    ]),
  );
  console.log('\nOne at a time; p50 / p99 / longest, ms\n');
  const times = (all) =>
    [median(all), quantile(all, 0.99), Math.max(...all)].map((each) => each.toFixed(1)).join(' / ');
  const shown = (what, key) => [what, ...tables.map(({ took }) => times(took.get(key)))];
  printTable(
    ['', ...tables.map(({ name }) => name)],
    [
      shown('take 200', 'take, filling'),
      shown('mark 200 as delivered', 'mark, filling'),
      ...['before', 'during'].flatMap((phase) => [
        shown(`publish one, ${phase} the removal`, `publish, ${phase}`),
        shown(`take it, ${phase}`, `take, ${phase}`),
        shown(`mark it, ${phase}`, `mark, ${phase}`),
        shown(`waiting events of a stream, ${phase}`, `stream, ${phase}`),
      ]),
    ],
  );
}

/** Of the server besides the three connections. */
function others({ publish: made, deliver, remove, all }) {
  const rest = (what) => all[what] - made[what] - deliver[what] - remove[what];
  return { cpu: rest('cpu'), wal: rest('wal') };
}

function printWebhooks({ removed, seconds, cost, sizes }) {
  console.log('\nWebhook messages and deliveries, as many as events, removed by the sweep\n');
  printTable(
    ['rows', 'rows/s', 'µs/row', 'bytes of the log/row'],
    [
      [
        removed,
        Math.round(removed / seconds),
        ((cost.cpu * 1000) / removed).toFixed(1),
        Math.round(cost.wal / removed),
      ],
    ],
  );
  console.log('\nSize, table + indexes, MB\n');
  printTable(
    ['after', 'messages', 'deliveries'],
    sizes.map((of, day) => [
      day === 0 ? 'filling' : `day ${day}`,
      ...['messages', 'deliveries'].map((table) => `${ms(of[table].heap)} + ${ms(of[table].indexes)}`),
    ]),
  );
}
