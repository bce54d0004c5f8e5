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

/**
 * Inserts an entry with its personal data, in one statement.
 * @param since no entry if the same person has done the same to the same object since then; null: always an entry
 */
export async function insertEntry(
  db: Db | Tx,
  act: KeptAct,
  origin: AuditOrigin,
  since: Date | null,
): Promise<void> {
  const { corpId, userId, appId, subjectUserId = null, object } = act;
  const kind = object?.kind ?? null;
  const id = object?.id ?? null;
  const ofCorp = corpId === null ? sql`corp_id is null` : sql`corp_id = ${corpId}`;
  const isNew =
    since === null
      ? sql`true`
      : sql`not exists (
          select from audit_entries
          where ${ofCorp} and object_kind = ${kind} and object_id = ${id}
            and user_id is not distinct from ${userId}::bigint and act = ${act.act} and made_at > ${since}
        )`;
  await sql`
    with entry as (
      insert into audit_entries (
        corp_id, user_id, app_id, subject_user_id, act, object_kind, object_id, before, after, source, request_id, made_at
      )
      select
        ${corpId}::bigint, ${userId}::bigint, ${appId}::text, ${subjectUserId}::bigint, ${act.act}::text,
        ${kind}::text, ${id}::bigint, ${jsonOrNull(act.before)}::jsonb, ${jsonOrNull(act.after)}::jsonb,
        ${origin.source}::text, ${origin.requestId}::text, ${origin.now}::timestamptz
      where ${isNew}
      returning entry_id
    )
    insert into audit_personal_data (entry_id, address, device, texts)
    select entry_id, ${origin.address}::text, ${origin.device}::text, ${toJson(act.texts)}::jsonb from entry
  `.execute(db);
}

function jsonOrNull(facts: AuditFacts | null): string | null {
  return facts === null ? null : toJson(facts);
}
