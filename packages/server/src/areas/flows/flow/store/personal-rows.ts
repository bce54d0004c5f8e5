/** The rules of rules/personal-wall.ts in SQL. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CorpId } from '../../../../operation/context.js';
import type { PersonalReach } from '../rules/personal-wall.js';

/**
 * Whether a person's own part in a flow is within the reach of an enterprise.
 * @param flowId the column that holds the flow's id
 */
export function withinReach(
  { corpId, personal }: { readonly corpId: CorpId; readonly personal: PersonalReach },
  flowId: string,
): RawBuilder<SqlBool> {
  if (personal !== 'shared') return personal === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`false`;
  // OFFSET 0 keeps the subquery a look-up per row.
  return sql<SqlBool>`exists (
    select from flow_inbox shared
    where shared.viewer_corp_id = ${corpId} and shared.user_id = 0 and shared.flow_id = ${sql.ref(flowId)}
      and (shared.initiated or shared.takes_part)
    offset 0
  )`;
}
