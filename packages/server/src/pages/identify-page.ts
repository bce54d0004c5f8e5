/**
 * Identifies the caller of a page's request: anonymous, the person of a link, a person with a session of their own, or
 * one who has logged in to the console.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { AnyOperation } from '@cinnabar/api/operation.js';
import { isPageOperation } from '@cinnabar/api/page-operation.js';
import { approvalsRequested } from '../areas/flows/index.js';
import { findSessionLink, type Link } from '../areas/links/index.js';
import { findActingMember, findUser } from '../areas/members/index.js';
import { hashToken } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import { headerText, readIdempotencyKey, readSource } from '../http/headers.js';
import type { Caller, Identified, IdentifiedSession, Identify } from '../http/identify.js';
import type { ActingMember, LinkSession, OwnLink } from '../operation/context.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { identifyConsolePage } from './console/identify-console.js';
import { isFramed } from './framing.js';
import { standingOf } from './link-standing.js';
import { personOfSession } from './person-session.js';
import { identifyPlatform } from './platform/identify-platform.js';
import { isOpenTo, type LinkFacts, permits } from './rules/link-scopes.js';
import { type GivenSession, givenSession } from './session-secrets.js';

/** The link of a session, unless the session has ended. */
export async function linkOfSession(db: Db, given: GivenSession | null, now: Date): Promise<Link | null> {
  return given === null ? null : findSessionLink(db, given.linkId, hashToken(given.token), now);
}

/** A member with their rights, or a person without any. */
export async function actingMemberOfSession(
  db: Db,
  { link, actingCorpId }: LinkSession,
): Promise<ActingMember> {
  if (actingCorpId !== null) {
    const actingMember = await findActingMember(db, actingCorpId, link.userId);
    if (actingMember === null) throw refuseFor('NOT_MEMBER');
    return actingMember;
  }
  const { mobile, realName } = await personOfLink(db, link);
  return {
    userId: link.userId,
    userName: realName ?? '',
    mobile,
    realName,
    identity: realName === null ? null : 'proven',
    opensPersonalContracts: false,
    roles: [],
    membership: null,
  };
}

async function personOfLink(db: Db, link: LinkSession['link']) {
  const person = await findUser(db, link.userId);
  if (person === null) throw refuseFor('NOT_MEMBER');
  return person;
}

async function requestsBy(
  db: Db,
  { corpId, userId, subject }: LinkSession['link'],
): Promise<LinkFacts['requests']> {
  const { flowId } = subject;
  return flowId === undefined ? [] : approvalsRequested(db, { corpId, flowId, userId });
}

export function identifyFromPage(db: Db, services: Services): Identify {
  /** @throws Refusal TOKEN_INVALID, 410 if the link or its duty has ended, PERMISSION_DENIED for other kinds of link */
  async function linkSession(
    operation: AnyOperation,
    headers: IncomingHttpHeaders,
    now: Date,
  ): Promise<LinkSession> {
    const given = givenSession(services, headers);
    const link = await linkOfSession(db, given, now);
    if (given === null || link === null) throw refuseFor('TOKEN_INVALID');
    if (link.endedAt !== null) throw refuse('410');
    const standing = await standingOf(db, link, now);
    if (!isOpenTo(operation.linksUntil, standing)) throw refuse('410');
    if (operation.links[link.kind] === undefined) throw refuseFor('PERMISSION_DENIED');
    return { link, actingCorpId: standing.actingCorpId, sessionHash: hashToken(given.token) };
  }

  /** An operation of the interface, called by the person of a link instead of by an application's token. */
  async function memberBy(operation: AnyOperation, session: LinkSession): Promise<Caller> {
    const { link, actingCorpId } = session;
    const appId = `link-${link.linkId}`;
    const corpId = actingCorpId ?? link.corpId;
    if (operation.caller === 'target') return { kind: 'target', appId, corpId, targetUserId: link.userId };
    const actingMember = await actingMemberOfSession(db, session);
    if (operation.caller === 'application') return { kind: 'application', appId, corpId, actingMember };
    return { kind: 'member', appId, corpId, actingMember };
  }

  return async (operation, headers, address, now): Promise<Identified> => {
    const nothingElse = { source: null, openCorpId: null, idempotencyKey: null };
    if (operation.caller === 'visitor') return { caller: { kind: 'visitor' }, ...nothingElse };
    if (operation.caller === 'person') {
      const person = await personOfSession(db, services, headers, now);
      const mayComeUnseen = isPageOperation(operation) && operation.beforeFace;
      if (person.needsFace && !mayComeUnseen) throw refuseFor('FACE_REQUIRED');
      return { caller: { kind: 'person', person }, ...nothingElse };
    }
    if (operation.caller === 'console') return identifyConsolePage(db, services, operation, headers, now);
    if (operation.caller === 'platform') {
      return identifyPlatform(db, services, operation, { headers, address, now });
    }
    const session = await linkSession(operation, headers, now);
    const { link } = session;
    const restricted = (facts: Omit<LinkFacts, 'subject'>): IdentifiedSession => ({
      link: ownLink(link, headers),
      isOwnConsole: false,
      admit(input) {
        const isPermitted = permits(link.kind, operation, input, { subject: link.subject, ...facts });
        if (!isPermitted) throw refuseFor('PERMISSION_DENIED');
      },
    });
    if (operation.caller === 'link') {
      const caller: Caller = { kind: 'link', session };
      return { caller, ...nothingElse, session: restricted({ mobile: null, requests: [] }) };
    }
    const source = readSource(headers, 'optional') ?? 'h5';
    const idempotencyKey = readIdempotencyKey(headers, operation);
    const caller = await memberBy(operation, session);
    const { mobile } = await personOfLink(db, link);
    const requests = operation.links[link.kind] === 'ownRequest' ? await requestsBy(db, link) : [];
    return {
      caller,
      source,
      openCorpId: null,
      idempotencyKey,
      session: restricted({ mobile, requests }),
    };
  };
}

function ownLink({ kind, corpId, subject }: LinkSession['link'], headers: IncomingHttpHeaders): OwnLink {
  return {
    kind,
    corpId,
    frame: isFramed(headers) ? { host: headerText(headers, 'linkhost') } : null,
    participantId: subject.participantId ?? null,
    copierId: subject.copierId ?? null,
  };
}
