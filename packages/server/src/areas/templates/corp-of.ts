import type { ApplicationContext } from '../../context.js';
import { refuse } from '../../refusal.js';
import { type Corp, findCorp } from '../enterprise/index.js';

/** The enterprise that the request acts for. */
export async function corpOf(ctx: ApplicationContext): Promise<Corp> {
  const corp = await findCorp(ctx.db, ctx.corpId);
  // A token's enterprise always exists; enterprises are never deleted.
  if (corp === null) throw refuse('404');
  return corp;
}
