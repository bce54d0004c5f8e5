/** Content of the sign page, and its requests besides the operations of the interface. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import { type AgreementName, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import * as declared from '@cinnabar/api/pages/sign.js';
import { hasConsented } from '../areas/consents/index.js';
import {
  type ActingPart,
  type FoundPart,
  findDraft,
  findSigningPart,
  keepDraft,
  otherSignablePart,
  otherSignableParts,
  signingPage,
  suggestPlaces,
} from '../areas/flows/index.js';
import { findActingMember } from '../areas/members/index.js';
import { transact } from '../database/transact.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse } from '../operation/refusal.js';
import { isFramed } from './framing.js';
import { newLink } from './new-link.js';
import { pageOfLink } from './rules/page-of-link.js';
import { tokenCookie } from './session-secrets.js';

interface Visit {
  readonly part: ActingPart;
  readonly found: FoundPart;
}

async function visit({ db, now, session }: LinkContext): Promise<Visit> {
  const { corpId, userId, subject } = session.link;
  const { flowId, participantId } = subject;
  if (flowId === undefined || participantId === undefined) throw refuse('404');
  const part = { corpId, flowId, participantId, userId };
  const found = await findSigningPart(db, part, now);
  if (found === null) throw refuse('410');
  return { part, found };
}

async function viewSignPage(ctx: LinkContext): Promise<declared.SignPageView> {
  const { found } = await visit(ctx);
  const { db, services, now, session } = ctx;
  const { actingCorpId, link } = session;
  const actingMember = actingCorpId === null ? null : await findActingMember(db, actingCorpId, link.userId);
  return {
    ...(await signingPage({ db, services, now, actingMember }, found)),
    agreements: await agreementsOf(ctx),
  };
}

function agreementsOf({ db, session }: LinkContext): Promise<declared.SignPageView['agreements']> {
  const { userId } = session.link;
  const names: readonly AgreementName[] = agreementsFor.sign;
  return Promise.all(names.map(async (name) => ({ name, accepted: await hasConsented(db, userId, name) })));
}

async function watchSignPage(ctx: LinkContext): Promise<declared.SignPageState> {
  const { found } = await visit(ctx);
  return { revision: found.flow.revision, obstacle: found.obstacle };
}

async function otherContractsToSign(ctx: LinkContext): Promise<readonly declared.SignPageOther[]> {
  const { part, found } = await visit(ctx);
  const { db, services, now } = ctx;
  const parts = await otherSignableParts(db, part, found, now);
  const { corpId, userId } = part;
  return Promise.all(
    parts.map(async ({ flow, signer }): Promise<declared.SignPageOther> => {
      const { flowId, title, deadline } = flow;
      const { participantId } = signer;
      const draft = await findDraft(db, 'sign', { corpId, userId, flowId, participantId });
      return {
        flowId,
        participantId,
        title,
        deadline: deadline === null ? null : formatDateTime(deadline, services.config.timeZone),
        draft: typeof draft === 'string' ? draft : null,
      };
    }),
  );
}

async function openOtherContract(ctx: LinkContext, request: InputOf<typeof declared.openOtherContract>) {
  const { part, found } = await visit(ctx);
  const { db, services, now, headers } = ctx;
  await otherSignablePart(db, part, found, request, now);
  const { corpId, userId, returnUrl } = ctx.session.link;
  const { link, token } = await transact(db, (tx) =>
    newLink(tx, services, { kind: 'sign', corpId, userId, subject: request, returnUrl, now }),
  );
  ctx.setCookie(tokenCookie(services, link.linkId, token, isFramed(headers)));
  return { address: pageOfLink(link) };
}

async function signDraft(ctx: LinkContext) {
  const { part } = await visit(ctx);
  const draft = await findDraft(ctx.db, 'sign', part);
  return { draft: typeof draft === 'string' ? draft : null };
}

async function suggestedPlaces(ctx: LinkContext): Promise<readonly declared.SuggestedPlace[]> {
  const { found } = await visit(ctx);
  return suggestPlaces(ctx.services, found.flow, found.signer);
}

async function keepSignDraft(ctx: LinkContext, { draft }: InputOf<typeof declared.keepSignDraft>) {
  const { part } = await visit(ctx);
  await keepDraft(ctx.db, 'sign', part, draft ?? '', ctx.now);
  return {};
}

export const signPageRoutes: readonly AnyRoute[] = [
  route('link', declared.viewSignPage, viewSignPage),
  route('link', declared.watchSignPage, watchSignPage),
  route('link', declared.otherContractsToSign, otherContractsToSign),
  route('link', declared.openOtherContract, openOtherContract),
  route('link', declared.suggestedPlaces, suggestedPlaces),
  route('link', declared.signDraft, signDraft),
  route('link', declared.keepSignDraft, keepSignDraft),
];
