/** What the audit of an enterprise tells about the log-ins of its members. */
import type { Tx } from '../../database/schema.js';
import type { AuditFacts } from '../../database/tables/audit.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { type AuditedAct, type AuditOrigin, recordAct } from '../audit/index.js';
import { actingMemberships } from './may-log-in.js';

interface LoginAct {
  readonly userId: UserId;
  /** The only enterprise concerned; null: every enterprise of the person. */
  readonly corpId: CorpId | null;
  readonly act: Extract<AuditedAct['act'], `session.${string}` | `factor.${string}`>;
  readonly after: AuditFacts;
}

/** Records an act in the audit of every enterprise in which it lets the person act. */
export async function recordLoginAct(
  tx: Tx,
  { userId, corpId, act, after }: LoginAct,
  origin: AuditOrigin,
): Promise<void> {
  for (const membership of await actingMemberships(tx, userId)) {
    if (corpId !== null && corpId !== membership.corpId) continue;
    await recordAct(tx, { corpId: membership.corpId, userId, appId: null, act, after }, origin);
  }
}
