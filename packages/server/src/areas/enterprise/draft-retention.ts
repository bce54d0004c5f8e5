import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The enterprise's setting: days, 0 for the platform's period. */
export const DRAFT_RETENTION_DAYS = 'draftRetentionDays';

/** A period that somebody can still work with. */
export const MIN_DRAFT_DAYS = 30;

/** Condition for expired drafts: by the platform's period, or by the shorter one of their enterprise. */
export function draftsEnded(
  table: 'contract_drafts' | 'page_drafts',
  { before, now }: { readonly before: Date; readonly now: Date },
): RawBuilder<SqlBool> {
  const days = sql`(corps.settings ->> ${DRAFT_RETENTION_DAYS})::int`;
  return sql<SqlBool>`updated_at < ${before} or exists (
    select from corps
    where corps.corp_id = ${sql.table(table)}.corp_id
      and case when jsonb_typeof(corps.settings -> ${DRAFT_RETENTION_DAYS}) = 'number' and ${days} >= ${MIN_DRAFT_DAYS}
        then updated_at < ${now}::timestamptz - make_interval(days => ${days}) else false end
  )`;
}

/** The period that holds for an enterprise. */
export function draftDays(own: number, ofPlatform: number): number {
  return own >= MIN_DRAFT_DAYS ? Math.min(own, ofPlatform) : ofPlatform;
}
