/** Pages for a member whom an application has admitted; every act on them still verifies the member's identity. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/access.js';
import { ownLink, partsOfMember } from '../areas/flows/index.js';
import { transact } from '../database/transact.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse } from '../operation/refusal.js';
import { isFramed } from './framing.js';
import { newLink } from './new-link.js';
import { pageOfLink } from './rules/page-of-link.js';
import { tokenCookie } from './session-secrets.js';

async function openFromAccess(ctx: LinkContext, { flowId }: InputOf<typeof declared.openFromAccess>) {
  const { db, services, now, session, headers } = ctx;
  const { userId, corpId } = session.link;
  const [part] = await partsOfMember(db, { userId, corpId }, flowId);
  const mine = { flowId, participantId: part?.participantId ?? null, approvalId: null, copierId: null };
  const request = await ownLink(db, userId, mine, now);
  if (request === null) throw refuse('404');
  const { link, token } = await transact(db, (tx) => newLink(tx, services, { ...request, userId, now }));
  ctx.setCookie(tokenCookie(services, link.linkId, token, isFramed(headers)));
  return { address: pageOfLink(link) };
}

export const accessRoutes: readonly AnyRoute[] = [route('link', declared.openFromAccess, openFromAccess)];
