/**
 * Steps that new users take before the contract of their link: proving their identity, and registering or joining the
 * enterprise for which they act. No application can take these steps for them.
 */
import type { InputOf } from '@cinnabar/api/operation.js';
import type { Acceptance } from '@cinnabar/api/pages/acceptances.js';
import { type AgreementName, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import * as declared from '@cinnabar/api/pages/newcomer.js';
import { acceptAgreements } from '../areas/consents/index.js';
import * as newcomers from '../areas/newcomers/index.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuseFor } from '../operation/refusal.js';
import { originOf } from './origin.js';

/** @throws Refusal PERMISSION_DENIED for a link that names no part in a flow */
async function partOf({ db, session }: LinkContext): Promise<newcomers.Part> {
  const part = await newcomers.partOfLink(db, session.link);
  if (part === null) throw refuseFor('PERMISSION_DENIED');
  return part;
}

/** @throws Refusal 400 naming `accepted` */
function agree(
  ctx: LinkContext,
  { flow, participant, participantId, userId }: newcomers.Part,
  needed: readonly AgreementName[],
  accepted: readonly Acceptance[] = [],
): Promise<void> {
  const { corpId, flowId } = flow;
  return acceptAgreements(ctx, {
    userId,
    needed,
    accepted,
    corpId: participant.corpId,
    part: { corpId, flowId, participantId },
    ...originOf(ctx),
  });
}

async function viewParty(ctx: LinkContext): Promise<declared.PartyView> {
  return newcomers.partyOf(ctx, await partOf(ctx));
}

async function verifyPerson(ctx: LinkContext, given: InputOf<typeof declared.verifyPerson>) {
  const part = await partOf(ctx);
  await agree(ctx, part, agreementsFor.verifyPerson, given.accepted);
  await newcomers.verifyPerson(ctx, part, given);
  return {};
}

async function registerCorp(ctx: LinkContext, given: InputOf<typeof declared.registerCorp>) {
  const part = await partOf(ctx);
  await agree(ctx, part, agreementsFor.registerCorp, given.accepted);
  const sealName = given.sealName ?? null;
  const registered = await newcomers.registerCorp(ctx, part, { ...given, sealName });
  return registered === 'waiting'
    ? { corpId: null, waits: true }
    : { corpId: registered.corpId, waits: false };
}

async function joinCorp(ctx: LinkContext, { corpName, accepted }: InputOf<typeof declared.joinCorp>) {
  const part = await partOf(ctx);
  await agree(ctx, part, agreementsFor.joinCorp, accepted);
  return { standing: await newcomers.joinCorp(ctx, part, corpName) };
}

export const newcomerPageRoutes: readonly AnyRoute[] = [
  route('link', declared.viewParty, viewParty),
  route('link', declared.verifyPerson, verifyPerson),
  route('link', declared.registerCorp, registerCorp),
  route('link', declared.joinCorp, joinCorp),
];
