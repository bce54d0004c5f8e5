import type { AuditedActName } from '@cinnabar/api/audited-acts.js';
import type { Tx } from '../../database/schema.js';
import type { AuditFacts } from '../../database/tables/audit.js';
import type { MemberContext } from '../../operation/context.js';
import { originOf, recordAct } from '../audit/index.js';

/** Records a change of an application, which is named among the facts: its id is no number. */
export function recordApplication(
  ctx: MemberContext,
  tx: Tx,
  act: AuditedActName,
  application: string,
  { before, after }: { readonly before?: AuditFacts; readonly after: AuditFacts },
): Promise<void> {
  const { corpId, appId, actingMember } = ctx;
  const changed = { ...(before === undefined ? {} : { before }), after: { application, ...after } };
  return recordAct(tx, { corpId, appId, userId: actingMember.userId, act, ...changed }, originOf(ctx));
}
