/** What the sign page shows, and what it needs beside the operations of the interface. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import { type AgreementName, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { SignPageOpened, SignPageOther, SignPageState, SignPageView } from '@cinnabar/api/pages/sign.js';
import { id, nullable, object, text } from '@cinnabar/api/schema.js';
import { hasConsented } from '../areas/consents/index.js';
import {
  type FoundPart,
  findDraft,
  findSigningPart,
  keepDraft,
  otherSignablePart,
  otherSignableParts,
  type SigningPart,
  signingPage,
} from '../areas/flows/index.js';
import { findLink, issueLink } from '../areas/links/index.js';
import { findActingMember } from '../areas/members/index.js';
import { hashToken } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import type { UserId } from '../operation/context.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { isFramed } from './framing.js';
import { type LinkSession, lookingSessionOf, sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { pageOfLink } from './rules/page-of-link.js';
import { tokenCookie } from './session-secrets.js';

const nothing = object({});
const other = { flowId: id<'Flow'>(), participantId: id<'Participant'>() };
const oneOther = object(other);
/** Handwriting is a picture, and the most of what a draft holds. */
const draftText = object({ draft: nullable(text(0, 400_000)) });
interface Visit {
  readonly session: LinkSession;
  readonly part: SigningPart;
  readonly found: FoundPart;
  readonly now: Date;
}

export function signEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock, config } = services;

  /** @param acts whether the link must still be open; else its person sees how it ended */
  async function visit(exchange: Exchange, acts: boolean): Promise<Visit> {
    const now = clock.now();
    const find = acts ? sessionOf : lookingSessionOf;
    const session = await find(db, services, exchange.request.headers, now);
    const { kind, corpId, userId, subject } = session.link;
    exchange.userId = userId;
    if (kind !== 'sign') throw refuseFor('PERMISSION_DENIED');
    const { flowId, participantId } = subject;
    if (flowId === undefined || participantId === undefined) throw refuse('404');
    const part = { corpId, flowId, participantId, userId };
    const found = await findSigningPart(db, part, now);
    if (found === null) throw refuse('410');
    return { session, part, found, now };
  }

  async function view(exchange: Exchange): Promise<HttpAnswer> {
    const { session, found, now } = await visit(exchange, false);
    await readPageRequest(exchange, nothing);
    const { actingCorpId } = session.standing;
    const actingMember =
      actingCorpId === null ? null : await findActingMember(db, actingCorpId, session.link.userId);
    const answer: SignPageView = {
      ...(await signingPage({ db, services, now, actingMember }, found)),
      agreements: await agreementsOf(session.link.userId),
    };
    return pageAnswer(exchange, answer);
  }

  function agreementsOf(userId: UserId): Promise<SignPageView['agreements']> {
    const names: readonly AgreementName[] = agreementsFor.sign;
    return Promise.all(names.map(async (name) => ({ name, accepted: await hasConsented(db, userId, name) })));
  }

  async function state(exchange: Exchange): Promise<HttpAnswer> {
    const { found } = await visit(exchange, false);
    await readPageRequest(exchange, nothing);
    const answer: SignPageState = { revision: found.flow.revision, obstacle: found.obstacle };
    return pageAnswer(exchange, answer);
  }

  async function others(exchange: Exchange): Promise<HttpAnswer> {
    const { part, found, now } = await visit(exchange, false);
    await readPageRequest(exchange, nothing);
    const parts = await otherSignableParts(db, part, found, now);
    const { corpId, userId } = part;
    const answer = await Promise.all(
      parts.map(async ({ flow, signer }): Promise<SignPageOther> => {
        const { flowId } = flow;
        const { participantId } = signer;
        const draft = await findDraft(db, 'sign', { corpId, userId, flowId, participantId });
        return {
          flowId,
          participantId,
          title: flow.title,
          deadline: flow.deadline === null ? null : formatDateTime(flow.deadline, config.timeZone),
          draft: typeof draft === 'string' ? draft : null,
        };
      }),
    );
    return pageAnswer(exchange, answer);
  }

  /** The other contract is for the same person and party; it is opened by a code of its own, as every link is. */
  async function openOther(exchange: Exchange): Promise<HttpAnswer> {
    const { session, part, found, now } = await visit(exchange, false);
    const wish = await readPageRequest(exchange, oneOther);
    await otherSignablePart(db, part, found, wish, now);
    const { corpId, userId, returnUrl } = session.link;
    const made = await transact(db, async (tx) => {
      const address = await issueLink(tx, services, {
        kind: 'sign',
        corpId,
        userId,
        subject: wish,
        returnUrl,
        now,
      });
      const token = address.slice(address.lastIndexOf('/') + 1);
      const link = await findLink(tx, hashToken(token));
      if (link === null) throw new Error('the link that was just made is gone');
      return { link, token };
    });
    const { linkId } = made.link;
    const answer: SignPageOpened = { address: pageOfLink(made.link) };
    const framed = isFramed(exchange.request.headers);
    const cookie = tokenCookie(services, linkId, made.token, framed);
    const page = pageAnswer(exchange, answer);
    return { ...page, headers: { ...page.headers, 'set-cookie': cookie } };
  }

  async function draft(exchange: Exchange): Promise<HttpAnswer> {
    const { part } = await visit(exchange, false);
    await readPageRequest(exchange, nothing);
    return pageAnswer(exchange, { draft: await findDraft(db, 'sign', part) });
  }

  async function keepSignDraft(exchange: Exchange): Promise<HttpAnswer> {
    const { part, now } = await visit(exchange, true);
    const given = await readPageRequest(exchange, draftText);
    await keepDraft(db, 'sign', part, given.draft ?? '', now);
    return pageAnswer(exchange, {});
  }

  return [
    { method: 'POST', path: '/pages/sign/view', answer: view },
    { method: 'POST', path: '/pages/sign/state', answer: state },
    { method: 'POST', path: '/pages/sign/others', answer: others },
    { method: 'POST', path: '/pages/sign/openOther', answer: openOther },
    { method: 'POST', path: '/pages/sign/draft', answer: draft },
    { method: 'POST', path: '/pages/sign/keepDraft', answer: keepSignDraft },
  ];
}
