/** Page of an automatic placement: what a manager of the seal and the member see, and their consents. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/automatic.js';
import { holdsRight } from '@cinnabar/api/permissions.js';
import { automaticPlacement, decideAutomaticPlacement } from '../areas/seals/index.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import { actingMemberOfSession } from './identify-page.js';
import { originOf } from './origin.js';

/**
 * The member, by a link to one authorisation; or a manager of seals, by a link that covers several, from which the
 * request selects one.
 */
async function sideOf({ db, session }: LinkContext): Promise<'manager' | 'member'> {
  if (session.link.kind === 'autoSign') return 'member';
  const { roles } = await actingMemberOfSession(db, session);
  if (!holdsRight(roles, 'manageSeals')) throw refuseFor('PERMISSION_DENIED');
  return 'manager';
}

function recordOf({ session: { link } }: LinkContext, named: InputOf<typeof declared.viewAutomaticSeal>) {
  const authorisationId = link.kind === 'autoSign' ? link.subject.authorisationId : named.id;
  if (authorisationId === undefined) throw refuse('404');
  return authorisationId;
}

async function viewAutomaticSeal(
  ctx: LinkContext,
  given: InputOf<typeof declared.viewAutomaticSeal>,
): Promise<declared.AutomaticSealView> {
  await sideOf(ctx);
  return automaticPlacement(ctx, ctx.session.link.corpId, recordOf(ctx, given));
}

async function decideAutomaticSeal(
  ctx: LinkContext,
  given: InputOf<typeof declared.decideAutomaticSeal>,
): Promise<declared.AutomaticSealView> {
  const side = await sideOf(ctx);
  const { corpId, userId } = ctx.session.link;
  const authorisationId = recordOf(ctx, given);
  const { wanted, shown = null } = given;
  const by = { side, userId, channel: 'page', now: ctx.now, ...originOf(ctx) } as const;
  await decideAutomaticPlacement(ctx, { corpId, authorisationId, wanted, shown, by });
  return automaticPlacement(ctx, corpId, authorisationId);
}

export const automaticSealRoutes: readonly AnyRoute[] = [
  route('link', declared.viewAutomaticSeal, viewAutomaticSeal),
  route('link', declared.decideAutomaticSeal, decideAutomaticSeal),
];
