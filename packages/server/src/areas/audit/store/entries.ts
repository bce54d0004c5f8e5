/** All SQL of the audit. */
import { sql } from 'kysely';
import { toJson } from '../../../database/json.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { AuditFacts } from '../../../database/tables/audit.js';
import type { AuditedAct, AuditOrigin } from '../audited-act.js';

/** An act whose fields are reduced to what may be kept. */
export interface KeptAct extends Omit<AuditedAct, 'before' | 'after' | 'texts'> {
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
  readonly texts: AuditFacts;
}

/** Inserts an entry with its personal data, in one statement. */
export async function insertEntry(db: Db | Tx, act: KeptAct, origin: AuditOrigin): Promise<void> {
  const { corpId, userId, appId, subjectUserId = null, object } = act;
  await sql`
    with entry as (
      insert into audit_entries (
        corp_id, user_id, app_id, subject_user_id, act, object_kind, object_id, before, after, source, request_id, made_at
      )
      values (
        ${corpId}, ${userId}, ${appId}, ${subjectUserId}, ${act.act}, ${object?.kind ?? null}, ${object?.id ?? null},
        ${jsonOrNull(act.before)}::jsonb, ${jsonOrNull(act.after)}::jsonb, ${origin.source}, ${origin.requestId},
        ${origin.now}
      )
      returning entry_id
    )
    insert into audit_personal_data (entry_id, address, device, texts)
    select entry_id, ${origin.address}::text, ${origin.device}::text, ${toJson(act.texts)}::jsonb from entry
  `.execute(db);
}

/** Whether the same person has done the same to the same object since then. */
export async function isRecorded(db: Db | Tx, act: KeptAct, since: Date): Promise<boolean> {
  const { corpId, userId, object } = act;
  const ofCorp = corpId === null ? sql`corp_id is null` : sql`corp_id = ${corpId}`;
  const { rows } = await sql`
    select from audit_entries
    where ${ofCorp} and object_kind = ${object?.kind ?? null} and object_id = ${object?.id ?? null}
      and user_id is not distinct from ${userId}::bigint and act = ${act.act} and made_at > ${since}
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Lets one transaction at a time record an act on the object. */
export async function lockObject(tx: Tx, { corpId, object }: KeptAct): Promise<void> {
  const name = `audit_entries ${corpId} ${object?.kind} ${object?.id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

function jsonOrNull(facts: AuditFacts | null): string | null {
  return facts === null ? null : toJson(facts);
}
