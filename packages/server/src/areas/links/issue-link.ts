import { hashToken, randomToken } from '../../custody/secrets.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import type { LinkKind, LinkSubject } from './link.js';
import { kindRules } from './rules.js';
import { insertLink } from './store.js';

export interface LinkRequest {
  readonly kind: LinkKind;
  /** The enterprise that owns the link; for a flow, the initiating one. */
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly subject?: LinkSubject;
  readonly returnUrl?: string | null;
  readonly now: Date;
}

/**
 * Issues a link for one person. Its token has 256 random bits, and only its hash is stored.
 * @returns the address, `<base>/l/<token>`
 */
export async function issueLink(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config'>,
  request: LinkRequest,
): Promise<string> {
  const token = randomToken();
  const { kind, corpId, userId, now } = request;
  await insertLink(tx, {
    linkId: await services.ids.next<'Link'>(),
    tokenHash: hashToken(token),
    kind,
    corpId,
    userId,
    subject: request.subject ?? {},
    returnUrl: request.returnUrl ?? null,
    createdAt: now,
    expireTime: new Date(now.getTime() + kindRules[kind].lifeMs),
  });
  return `${services.config.baseUrl}/l/${token}`;
}
