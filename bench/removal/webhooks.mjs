// Days of webhook messages, each with one delivery, and their removal by the service's own function.
import { performance } from 'node:perf_hooks';
import { removeOldDeliveries } from '@cinnabar/server/areas/webhooks/store/deliveries.js';
import { Cost, usedBy } from './server.mjs';
import { sizeOf } from './variants.mjs';

const DAY_MS = 24 * 3_600_000;
const BEGIN = new Date('2026-01-01T00:00:00Z');
const MESSAGES = '^webhook_messages$';
const DELIVERIES = '^webhook_deliveries$';

const ADD_MESSAGES = `
  insert into webhook_messages (message_id, corp_id, event_type, flow_id, body, created_at)
  select n, 1, 'flow.signed', n / 5, json_build_object('type', 'flow.signed', 'of', n, 'data',
      (select string_agg(md5(n::text || part), '') from generate_series(1, 12) as part))::text, $1::timestamptz
  from generate_series($2::bigint, $3::bigint) as n`;
const ADD_DELIVERIES = `
  insert into webhook_deliveries (delivery_id, webhook_id, message_id, status, next_at, created_at)
  select n, 1, n, 'pending', $1::timestamptz, $1::timestamptz from generate_series($2::bigint, $3::bigint) as n`;
/** As a sender claims them, and as it settles them. */
const CLAIM = `
  update webhook_deliveries set claim = claim + 1, next_at = next_at + interval '1 minute'
  where delivery_id between $1 and $2`;
const SETTLE = `
  update webhook_deliveries set status = 'delivered', next_at = null, attempts = 1,
    tries = jsonb_build_array(jsonb_build_object('at', created_at, 'status', 200, 'ms', 25, 'answer', 'ok'))
  where delivery_id between $1 and $2`;

/** @returns what the removals of all days took, and the sizes after each day */
export async function passWebhookDays(server, { events, days, keptDays, turns }) {
  // There is no enterprise here: only the reference between the two tables costs their removal something.
  await server.statement('alter table webhooks drop constraint webhooks_corp_id_fkey');
  await server.statement('alter table webhook_messages drop constraint webhook_messages_corp_id_fkey');
  await server.statement(`
    insert into webhooks (webhook_id, corp_id, url, event_types, remark, secret, status, created_at, updated_at)
    values (1, 1, 'https://receiver.example', '{}', '', '', 'enabled', now(), now())`);
  const remover = server.connect('public');
  let last = 0;
  const add = async (at, count) => {
    const range = [last + 1, last + count];
    last += count;
    await server.statement(ADD_MESSAGES, [at, ...range]);
    await server.statement(ADD_DELIVERIES, [at, ...range]);
    await server.statement(CLAIM, range);
    await server.statement(SETTLE, range);
  };
  const sizes = [];
  const measure = async () =>
    sizes.push({
      messages: await sizeOf(server, 'public', MESSAGES),
      deliveries: await sizeOf(server, 'public', DELIVERIES),
    });
  const at = (day, turn) => new Date(BEGIN.getTime() + (day + turn / turns) * DAY_MS);
  for (let day = 0; day < keptDays; day += 1) {
    for (let turn = 0; turn < turns; turn += 1) {
      await add(at(day, turn), events / turns);
      await settle();
    }
  }
  await measure();
  const cost = new Cost();
  let [removed, took] = [0, 0];
  for (let day = keptDays; day < keptDays + days; day += 1) {
    for (let turn = 0; turn < turns; turn += 1) {
      await add(at(day, turn), events / turns);
      const before = await usedBy(remover);
      const began = performance.now();
      // The deliveries of this time of day, keptDays ago, included.
      const until = new Date(at(day - keptDays, turn).getTime() + 1);
      const counts = await removeOldDeliveries(remover.db, until, new AbortController().signal);
      took += performance.now() - began;
      cost.add(before, await usedBy(remover));
      for (const count of counts.values()) removed += count;
      await settle();
    }
    await measure();
  }
  await remover.close();
  return { removed, seconds: took / 1000, cost, sizes };

  async function settle() {
    await server.statement('select pg_stat_force_next_flush()');
    await server.settle('public', '^webhook_(messages|deliveries)$', [remover]);
  }
}
