import { cancelSealAuthor as operation } from '@cinnabar/api/operations/seals.js';
import { route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { withdrawAuthorisation } from './authorisation-store.js';

/** What is over already stays as it is: to end it again is not a mistake. */
export const cancelSealAuthor = route('member', operation, (ctx, { id }) =>
  ctx.act(async (tx) => {
    if ((await withdrawAuthorisation(tx, ctx.corpId, id, ctx.now)) === null) throw refuse('404');
    return {};
  }),
);
