/** From the console to a contract: on its own page, by a link of the person’s own. */
import { FlowStatus } from '@cinnabar/api/enums.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/login.js';
import { findPlacingDraft, ownLink, partsOfMember } from '../../areas/flows/index.js';
import {
  canBeEntered,
  findLink,
  insertSession,
  kindRules,
  type Link,
  type LinkRequest,
  SESSION_LIFE_MS,
} from '../../areas/links/index.js';
import { hashToken, randomToken } from '../../custody/secrets.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { ConsoleContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { newLink } from '../new-link.js';
import { pageOfLink } from '../rules/page-of-link.js';
import { sessionCookie, tokenCookie } from '../session-secrets.js';
import { siteOf } from './own-site.js';
import { requireOpenCorp } from './require-open-corp.js';

type Opened = InputOf<typeof declared.openInConsole>;

/** The person’s draft, which they go on placing areas on; otherwise their part, or the approval to decide. */
async function linkTermsOf(
  { db, now, session: { userId } }: ConsoleContext,
  { corpId, flowId, approvalId: given }: Opened,
): Promise<Pick<LinkRequest, 'kind' | 'corpId' | 'subject'> | null> {
  const approvalId = given ?? null;
  const draft = approvalId === null ? await findPlacingDraft(db, { corpId, flowId, userId }) : null;
  if (draft?.status === FlowStatus.draft) return { kind: 'draft', corpId, subject: { flowId } };
  const [part] = approvalId === null ? await partsOfMember(db, { userId, corpId }, flowId) : [];
  const mine = { flowId, participantId: part?.participantId ?? null, approvalId, copierId: null };
  return ownLink(db, userId, mine, now);
}

async function openInConsole(ctx: ConsoleContext, given: Opened) {
  const { corpId } = given;
  await requireOpenCorp(ctx, corpId);
  const { services, now, session } = ctx;
  const terms = await linkTermsOf(ctx, given);
  if (terms === null) throw refuse('404');
  // Back to where the outcome is in sight: what else awaits a decision, or the contract with its download.
  const back = (given.approvalId ?? null) === null ? `contracts/${given.flowId}` : 'approvals';
  const returnUrl = `${siteOf(services.config, ctx.headers)}/console/${corpId}/${back}`;
  const request = { ...terms, userId: session.userId, returnUrl, now };
  return enter(ctx, (tx) => newLink(tx, services, request));
}

/** A link that an operation has just returned to this session: the person is proven already. */
async function openLinkInConsole(
  ctx: ConsoleContext,
  { corpId, address }: InputOf<typeof declared.openLinkInConsole>,
) {
  await requireOpenCorp(ctx, corpId);
  const { db, now, session } = ctx;
  const token = /\/l\/([^/?#]+)$/.exec(address)?.[1] ?? '';
  const link = await findLink(db, hashToken(token));
  const isOwn = link !== null && link.userId === session.userId && link.corpId === corpId;
  if (!isOwn || kindRules[link.kind].entry === 'once' || !canBeEntered(link, now)) throw refuse('404');
  return enter(ctx, async () => ({ link, token }));
}

/** @returns the page of the link, which the session of the console has entered unless it proves no mobile */
async function enter(
  { db, services, now, session, setCookie }: ConsoleContext,
  make: (tx: Tx) => Promise<{ readonly link: Link; readonly token: string }>,
) {
  const secret = randomToken();
  const expireTime = new Date(now.getTime() + SESSION_LIFE_MS);
  const { link, token } = await transact(db, async (tx) => {
    const made = await make(tx);
    if (hasProvenMobile(session)) {
      const begun = { sessionHash: hashToken(secret), createdAt: now, expireTime };
      await insertSession(tx, made.link.linkId, begun);
    }
    return made;
  });
  setCookie(tokenCookie(services, link.linkId, token, false));
  if (hasProvenMobile(session)) setCookie(sessionCookie(services, link.linkId, secret, false));
  return { address: pageOfLink(link) };
}

/** An application or another provider has vouched for the others: the page asks them for a code to their mobile. */
function hasProvenMobile({ method }: ConsoleContext['session']): boolean {
  return method !== 'access' && method !== 'oidc';
}

export const openContractRoutes: readonly AnyRoute[] = [
  route('console', declared.openInConsole, openInConsole),
  route('console', declared.openLinkInConsole, openLinkInConsole),
];
