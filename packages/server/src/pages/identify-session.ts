import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '@cinnabar/api/operation.js';
import { findSessionLink, type Link } from '../areas/links/index.js';
import { findActingMember, findUser } from '../areas/members/index.js';
import { hashToken } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import { headerText, readIdempotencyKey, readSource } from '../http/headers.js';
import type { Caller, Identified, Identify } from '../http/identify.js';
import type { ActingMember } from '../operation/context.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { isFramed } from './framing.js';
import { type LinkStanding, standingOf } from './link-standing.js';
import { allowedOperations, permits, permitsAfterSigning } from './rules/allowed-operations.js';
import { type GivenSession, givenSession } from './session-secrets.js';

/** A session as it stands at one request. */
export interface LinkSession {
  readonly link: Link;
  readonly standing: LinkStanding;
}

/**
 * The session of a request.
 * @throws Refusal TOKEN_INVALID where there is none, 410 where its link has ended
 */
export async function sessionOf(
  db: Db,
  services: Services,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<LinkSession> {
  const session = await lookingSessionOf(db, services, headers, now);
  if (session.link.endedAt !== null || !session.standing.open) throw refuse('410');
  return session;
}

/**
 * The session of a request that only looks: also after what its link was for is done, so that people see how it ended.
 * @throws Refusal TOKEN_INVALID where there is none, 410 where the link was withdrawn
 */
export async function lookingSessionOf(
  db: Db,
  services: Services,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<LinkSession> {
  const link = await linkOfSession(db, givenSession(services, headers), now);
  if (link === null) throw refuseFor('TOKEN_INVALID');
  if (link.endedAt !== null) throw refuse('410');
  return { link, standing: await standingOf(db, link, now) };
}

/** The link of a session, unless that has ended. */
export async function linkOfSession(db: Db, given: GivenSession | null, now: Date): Promise<Link | null> {
  return given === null ? null : findSessionLink(db, given.linkId, hashToken(given.token), now);
}

/** A member with their rights, or a person with none. */
export async function actingMemberOfSession(db: Db, { link, standing }: LinkSession): Promise<ActingMember> {
  if (standing.actingCorpId !== null) {
    const actingMember = await findActingMember(db, standing.actingCorpId, link.userId);
    if (actingMember === null) throw refuseFor('NOT_MEMBER');
    return actingMember;
  }
  const { mobile, realName } = await personOf(db, link);
  return {
    userId: link.userId,
    userName: realName ?? '',
    mobile,
    realName,
    identity: realName === null ? null : 'proven',
    opensPersonalContracts: false,
    roles: [],
  };
}

async function personOf(db: Db, link: Link) {
  const person = await findUser(db, link.userId);
  if (person === null) throw refuseFor('NOT_MEMBER');
  return person;
}

/** Under what name a session acts where an application has its appId. */
export function appIdOf({ linkId }: Link): string {
  return `link-${linkId}`;
}

/** Who calls an operation by a session: the link's person, within what the link is for. */
export function identifyBySession(db: Db, services: Services): Identify {
  async function callerOf(operation: Operation, session: LinkSession): Promise<Caller> {
    const { link, standing } = session;
    const appId = appIdOf(link);
    const corpId = standing.actingCorpId ?? link.corpId;
    if (operation.caller === 'target') return { kind: 'target', appId, corpId, targetUserId: link.userId };
    const actingMember = await actingMemberOfSession(db, session);
    if (operation.caller === 'application') return { kind: 'application', appId, corpId, actingMember };
    return { kind: 'member', appId, corpId, actingMember };
  }

  return async (operation, headers, _address, now): Promise<Identified> => {
    const session = await lookingSessionOf(db, services, headers, now);
    const { link, standing } = session;
    const isOpen = standing.open || permitsAfterSigning(link.kind, operation.path, standing.payment);
    if (!isOpen) throw refuse('410');
    if (!Object.hasOwn(allowedOperations[link.kind], operation.path)) throw refuseFor('PERMISSION_DENIED');
    const source = readSource(headers, 'optional') ?? 'h5';
    const repeatable = operation.writes && operation.answer.kind !== 'file';
    const idempotencyKey = repeatable ? readIdempotencyKey(headers) : null;
    const caller = await callerOf(operation, session);
    const { mobile } = await personOf(db, link);
    const facts = { subject: link.subject, mobile };
    return {
      caller,
      source,
      openCorpId: null,
      idempotencyKey,
      session: {
        link: {
          kind: link.kind,
          corpId: link.corpId,
          frame: isFramed(headers) ? { host: headerText(headers, 'linkhost') } : null,
          participantId: link.subject.participantId ?? null,
          copierId: link.subject.copierId ?? null,
        },
        permits: (input) => permits(link.kind, operation.path, input, facts),
      },
    };
  };
}
