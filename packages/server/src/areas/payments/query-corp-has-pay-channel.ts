import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { queryCorpHasPayChannel as operation } from '@cinnabar/api/operations/payments.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { findCorp } from '../enterprise/index.js';
import { hasChannel } from './store/channels.js';

export async function queryCorpHasPayChannel(
  ctx: MemberContext,
  { corpId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  if ((await findCorp(ctx.db, corpId)) === null) throw refuse('404');
  return hasChannel(ctx.db, corpId);
}
