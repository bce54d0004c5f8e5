import type { ApplicationContext, CorpId } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import type { Corp } from './corp.js';
import { findCorp } from './store.js';

/** The enterprise for which the request acts. */
export async function ownCorp(ctx: Pick<ApplicationContext, 'db' | 'corpId'>): Promise<Corp> {
  const corp = await findCorp(ctx.db, ctx.corpId);
  // A token's enterprise always exists; enterprises are never deleted.
  if (corp === null) throw refuse('404');
  return corp;
}

/**
 * The enterprise whose lists are requested: the token's own, or its child enterprise named by the header openCorpId.
 * @throws Refusal PERMISSION_DENIED for any other
 */
export async function openedCorp(
  ctx: Pick<ApplicationContext, 'db' | 'corpId' | 'openCorpId'>,
): Promise<CorpId> {
  const { openCorpId, corpId } = ctx;
  if (openCorpId === null || openCorpId === corpId) return corpId;
  const child = openCorpId === 'nobody' ? null : await findCorp(ctx.db, openCorpId);
  if (child === null || child.parentId !== corpId) throw refuseFor('PERMISSION_DENIED');
  return child.corpId;
}
