import type { ApplicationContext } from '../../context.js';
import { refuse } from '../../refusal.js';
import type { Corp } from './corp.js';
import { findCorp } from './store.js';

/** The enterprise that the request acts for. */
export async function ownCorp(ctx: Pick<ApplicationContext, 'db' | 'corpId'>): Promise<Corp> {
  const corp = await findCorp(ctx.db, ctx.corpId);
  // A token's enterprise always exists; enterprises are never deleted.
  if (corp === null) throw refuse('404');
  return corp;
}
