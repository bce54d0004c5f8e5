/** Agreements that the person of a link accepts before an operation that requires them. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/consent.js';
import { acceptAgreements } from '../areas/consents/index.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { originOf } from './origin.js';

async function acceptConsents(ctx: LinkContext, { accepted }: InputOf<typeof declared.acceptConsents>) {
  const { link, actingCorpId } = ctx.session;
  const { flowId, participantId } = link.subject;
  const isPart = flowId !== undefined && participantId !== undefined;
  await acceptAgreements(ctx, {
    userId: link.userId,
    needed: [],
    accepted,
    corpId: actingCorpId,
    part: isPart ? { corpId: link.corpId, flowId, participantId } : null,
    ...originOf(ctx),
  });
  return {};
}

export const consentRoutes: readonly AnyRoute[] = [route('link', declared.acceptConsents, acceptConsents)];
