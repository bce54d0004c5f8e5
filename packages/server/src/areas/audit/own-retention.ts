import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** An enterprise's setting: days for which personal data of its audit are kept, 0 for the platform's period. */
export const AUDIT_RETENTION_DAYS = 'auditRetentionDays';

/** The period that holds for an enterprise: what the platform asks for is the least. */
export function auditDays(own: number, ofPlatform: number): number {
  return Math.max(own, ofPlatform);
}

/** Condition on `entry` of the audit: its enterprise keeps its personal data still, whatever the platform's period. */
export function isKeptLonger(now: Date): RawBuilder<SqlBool> {
  const days = sql`(corps.settings ->> ${AUDIT_RETENTION_DAYS})::int`;
  return sql<SqlBool>`exists (
    select from corps
    where corps.corp_id = entry.corp_id
      and case when jsonb_typeof(corps.settings -> ${AUDIT_RETENTION_DAYS}) = 'number'
        then entry.made_at >= ${now}::timestamptz - make_interval(days => ${days}) else false end
  )`;
}
