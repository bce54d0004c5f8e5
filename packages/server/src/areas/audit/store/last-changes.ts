import type { AuditedActName } from '@cinnabar/api/audited-acts.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';

export interface FieldChange {
  readonly field: string;
  /** null: the operator. */
  readonly userId: UserId | null;
  readonly userName: string;
  readonly time: Date;
}

/** Who changed each field last by this act, for acts that concern the enterprise itself. */
export async function lastChanges(
  db: Db | Tx,
  corpId: CorpId,
  act: AuditedActName,
): Promise<readonly FieldChange[]> {
  const { rows } = await sql<FieldChange>`
    select distinct on (changed.field) changed.field, entry.user_id as "userId",
      coalesce(member.user_name, '') as "userName", entry.made_at as time
    from audit_entries entry
    cross join lateral jsonb_object_keys(entry.after) as changed (field)
    left join members member on member.corp_id = entry.corp_id and member.user_id = entry.user_id
    where entry.corp_id = ${corpId} and entry.act = ${act} and jsonb_typeof(entry.after) = 'object'
    order by changed.field, entry.made_at desc, entry.entry_id desc
  `.execute(db);
  return rows;
}
