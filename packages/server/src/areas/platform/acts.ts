/** What operators and commands have done, from the audits of all enterprises and that of the platform. */
import type { AuditedActName } from '@cinnabar/api/audited-acts.js';
import type { Id } from '@cinnabar/api/schema.js';
import { sql } from 'kysely';
import type { Db } from '../../database/schema.js';
import type { AuditFacts } from '../../database/tables/audit.js';

/** Counting ends here: nobody pages through more. */
const MAX_COUNT = 10_000;

export interface PlatformAct {
  readonly entryId: Id<'AuditEntry'>;
  readonly madeAt: Date;
  readonly act: AuditedActName;
  /** null: a command, which nobody is known to have given, or a person who is no operator any more. */
  readonly operatorName: string | null;
  readonly isCommand: boolean;
  readonly corpName: string | null;
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
  /** Its reason, as far as it is kept. */
  readonly reason: string | null;
  readonly isChained: boolean;
}

/** The newest first. */
export async function listActs(
  db: Db,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly acts: readonly PlatformAct[]; readonly totalCount: number }> {
  const ofPlatform = sql`source in ('platform', 'commandLine')`;
  const { rows } = await sql<PlatformAct>`
    with entry as materialized (
      select * from audit_entries where ${ofPlatform}
      order by made_at desc, entry_id desc limit ${limit} offset ${offset}
    )
    select entry.entry_id as "entryId", entry.made_at as "madeAt", entry.act, operator.name as "operatorName",
      entry.source = 'commandLine' as "isCommand", corps.corp_name as "corpName", entry.before, entry.after,
      personal.texts ->> 'reason' as reason,
      exists (select from audit_links link where link.entry_id = entry.entry_id) as "isChained"
    from entry
    left join platform_operators operator on operator.user_id = entry.user_id
    left join corps on corps.corp_id = entry.corp_id
    left join audit_personal_data personal on personal.entry_id = entry.entry_id
    order by entry.made_at desc, entry.entry_id desc
  `.execute(db);
  const { rows: counted } = await sql<{ readonly count: number }>`
    select count(*)::int as count from (
      select from audit_entries where ${ofPlatform} limit ${MAX_COUNT}
    ) counted
  `.execute(db);
  return { acts: rows, totalCount: counted[0]?.count ?? 0 };
}
