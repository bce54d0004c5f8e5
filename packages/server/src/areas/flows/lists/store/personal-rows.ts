/** The wall of rules/personal-wall.ts, in SQL. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CorpId } from '../../../../operation/context.js';
import type { PersonalReach } from '../../flow/rules/personal-wall.js';

/**
 * Whether what a person has for themselves in a flow is within the reach of an enterprise.
 * @param flowId the column that says which flow it is
 */
export function withinReach(
  { corpId, personal }: { readonly corpId: CorpId; readonly personal: PersonalReach },
  flowId: string,
): RawBuilder<SqlBool> {
  if (personal !== 'shared') return personal === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`false`;
  // The offset that leaves nothing out keeps this a look-up for each row.
  return sql<SqlBool>`exists (
    select from flow_inbox shared
    where shared.viewer_corp_id = ${corpId} and shared.user_id = 0 and shared.flow_id = ${sql.ref(flowId)}
      and (shared.initiated or shared.takes_part)
    offset 0
  )`;
}
