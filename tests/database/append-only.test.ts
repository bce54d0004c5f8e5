/** Evidence is append-only: the database refuses changes by any statement. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenTemplate, startFlow } from '../support/given-flow.js';

let running: RunningApp;
let buyer: Enterprise;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  const template = await givenTemplate(buyer.owner.client, {
    parties: [{ flag: '甲方', mode: 3, signOrder: 1, area: true }],
  });
  await startFlow(buyer.owner.client, template, { participantList: [], encryptFlag: 1 });
  const { db } = running.app.database;
  await sql`
    insert into consents (user_id, agreement, version, text_hash, corp_id, flow_id, accepted_at, address)
      values (${buyer.owner.userId}, 'terms', '1', 'hash', 0, 0, now(), '127.0.0.1')`.execute(db);
  await sql`
    insert into consent_withdrawals (user_id, agreement, withdrawn_at)
      values (${buyer.owner.userId}, 'terms', now())`.execute(db);
  await sql`
    insert into evidence_roots (number, day, root, leaves, made_at)
      values (1, '2026-01-01', 'root', 1, now())`.execute(db);
  await sql`
    insert into mobile_changes (change_id, user_id, mobile, mobile_digest, proven_by, changed_at)
      values (1, ${buyer.owner.userId}, '139****0001', 'digest', 'codes', now())`.execute(db);
  await sql`
    insert into identity_corrections
      (correction_id, user_id, former_name, real_name, reason, corrected_at, corrected_by)
      values (1, ${buyer.owner.userId}, '王', '汪', 'seen', now(), 'platform')`.execute(db);
  await sql`
    insert into audit_entries (corp_id, act, source, made_at)
      values (${buyer.corpId}, 'contract.export', 'interface', now())`.execute(db);
  await sql`
    insert into seal_uses (corp_id, seal_id, used_at, flow_corp_id, flow_id, user_id, places, outcome)
      values (${buyer.corpId}, 1, now(), ${buyer.corpId}, 1, ${buyer.owner.userId}, 0, 'failed')`.execute(db);
  await sql`
    insert into evidence_leaves (number, position, corp_id, flow_id, event_count, event_head)
      values (1, 1, ${buyer.corpId}, 1, 1, 'head')`.execute(db);
});
afterAll(() => running.close());

function ask(statement: string): Promise<unknown> {
  return sql.raw(statement).execute(running.app.database.db);
}

describe.each([
  ['flow_events', 'canonical'],
  ['flow_event_texts', 'sealed'],
  ['flow_revisions', 'hash'],
  ['consents', 'version'],
  ['consent_withdrawals', 'agreement'],
  ['mobile_changes', 'mobile_digest'],
  ['identity_corrections', 'real_name'],
  ['evidence_leaves', 'event_head'],
  ['evidence_roots', 'root'],
  ['ledger_entries', 'record_type'],
  ['audit_entries', 'act'],
  ['seal_uses', 'outcome'],
])('%s', (table, column) => {
  it('refuses update, delete and truncate', async () => {
    const count = await sql<{ rows: string }>`select count(*) as rows from ${sql.table(table)}`.execute(
      running.app.database.db,
    );
    expect(Number(count.rows[0]?.rows)).toBeGreaterThan(0);
    const refusal = `rows of ${table} are never changed or deleted`;
    await expect(ask(`update ${table} set ${column} = '00'`)).rejects.toThrow(refusal);
    await expect(ask(`delete from ${table}`)).rejects.toThrow(refusal);
    await expect(ask(`truncate ${table} cascade`)).rejects.toThrow('are never changed or deleted');
  });
});

describe('a daily root', () => {
  it('accepts its timestamp once', async () => {
    const stamp = (authority: string): Promise<unknown> =>
      ask(
        `update evidence_roots set token = '\\x00', timestamp_time = now(), timestamp_authority = '${authority}'`,
      );
    await stamp('first');
    await expect(stamp('second')).rejects.toThrow('never changed or deleted');
  });
});
