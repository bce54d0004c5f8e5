/** Identifies the person of a session of the console, and the member as whom they act. */
import type { IncomingHttpHeaders } from 'node:http';
import { CONSOLE_CORP_HEADER } from '@cinnabar/api/console-door.js';
import { notInConsole } from '@cinnabar/api/console-operations.js';
import type { AnyOperation } from '@cinnabar/api/operation.js';
import { type ConsoleSessionRule, isPageOperation } from '@cinnabar/api/page-operation.js';
import { id } from '@cinnabar/api/schema.js';
import { findActingMember } from '../../areas/members/index.js';
import {
  actingMemberships,
  endConsoleSession,
  type FoundSession,
  findConsoleSession,
  idleLimit,
  isFresh,
  noteUse,
} from '../../areas/sessions/index.js';
import { hashToken } from '../../custody/secrets.js';
import type { Db } from '../../database/schema.js';
import {
  headerText,
  invalidHeader,
  readIdempotencyKey,
  readOpenCorpId,
  readSource,
} from '../../http/headers.js';
import type { Caller, Identified, IdentifiedSession, Identify } from '../../http/identify.js';
import type { ActingMember, CorpId, OwnLink } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { requireOwnSite } from './own-site.js';
import { policyIn, requireStanding } from './require-standing.js';
import { givenConsoleSecret } from './session-secrets.js';

const corpIds = id<'Corp'>();

/** @throws Refusal TOKEN_INVALID if the halves do not match, or the session has ended */
async function sessionOf(
  db: Db,
  services: Services,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<FoundSession> {
  requireOwnSite(services.config, headers);
  const secret = givenConsoleSecret(services, headers);
  const session = secret === null ? null : await findConsoleSession(db, hashToken(secret), now);
  if (session === null) throw refuseFor('TOKEN_INVALID');
  return session;
}

/** @throws Refusal TOKEN_INVALID after too long a time without a request, which ends the session */
async function requireInUse(db: Db, session: FoundSession, limit: number, now: Date): Promise<void> {
  if (now.getTime() - session.lastUsedAt.getTime() >= limit) {
    await endConsoleSession(db, session.userId, session.sessionId);
    throw refuseFor('TOKEN_INVALID');
  }
  await noteUse(db, session, now);
}

/** The caller of a page operation of the console. */
export async function identifyConsolePage(
  db: Db,
  services: Services,
  operation: AnyOperation,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<Identified> {
  const session = await sessionOf(db, services, headers, now);
  const memberships = await actingMemberships(db, session.userId);
  const roles = memberships.flatMap((membership) => membership.roles);
  await requireInUse(db, session, idleLimit(null, roles), now);
  requireKind(session, isPageOperation(operation) ? operation.consoleSession : 'own');
  const caller: Caller = { kind: 'console', session };
  const restricted: IdentifiedSession = {
    link: null,
    isOwnConsole: session.method !== 'access',
    admit: freshnessOf(operation, session, now),
  };
  return { caller, source: null, openCorpId: null, idempotencyKey: null, session: restricted };
}

/** @throws Refusal OWN_SESSION_REQUIRED, SECOND_FACTOR_REQUIRED */
function requireKind({ method, isStrong, hasFactor }: FoundSession, rule: ConsoleSessionRule): void {
  if (rule === 'any') return;
  if (method === 'access') throw refuseFor('OWN_SESSION_REQUIRED');
  if (rule === 'own' && hasFactor && !isStrong) throw refuseFor('SECOND_FACTOR_REQUIRED');
}

/** The caller of an operation of the interface: the person of the session, as a member of the enterprise in the header. */
export function identifyFromConsole(db: Db, services: Services): Identify {
  return async (operation, headers, address, now): Promise<Identified> => {
    const session = await sessionOf(db, services, headers, now);
    const corpId = readCorp(headers);
    const isOpen = corpId !== null && (session.corpId === null || session.corpId === corpId);
    const member = isOpen ? await findActingMember(db, corpId, session.userId) : null;
    if (corpId === null || member === null) throw refuseFor('NOT_MEMBER');
    const policy = await policyIn(db, services, corpId);
    await requireInUse(db, session, idleLimit(policy.idleMinutes, member.roles), now);
    requireStanding(services, { session, policy, roles: member.roles, address });
    if (operation.audience === 'api' && isLeftOut(operation)) throw refuseFor('PERMISSION_DENIED');
    return {
      caller: callerOf(operation, session, corpId, member),
      source: readSource(headers, 'optional') ?? 'pc',
      openCorpId: operation.openCorp ? readOpenCorpId(headers) : null,
      idempotencyKey: readIdempotencyKey(headers, operation),
      session: {
        link: accessLinkOf(session, corpId),
        isOwnConsole: session.method !== 'access',
        admit: freshnessOf(operation, session, now),
      },
    };
  };
}

/** @throws Refusal INVALID_HEADER */
function readCorp(headers: IncomingHttpHeaders): CorpId | null {
  const text = headerText(headers, CONSOLE_CORP_HEADER.toLowerCase());
  if (text === null) throw invalidHeader(CONSOLE_CORP_HEADER, { zh: '必填', en: 'is required' });
  const number = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(number) || number < 1) return null;
  return corpIds.read(number, CONSOLE_CORP_HEADER, { zone: 'UTC' });
}

function isLeftOut(operation: AnyOperation): boolean {
  return [...notInConsole.keys()].some((each) => each === operation);
}

function callerOf(
  operation: AnyOperation,
  { userId }: FoundSession,
  corpId: CorpId,
  actingMember: ActingMember,
): Caller {
  // Of the person, not of the session, so that a request can be repeated in the next one.
  const appId = `console-${userId}`;
  // Nobody acts for another person here.
  if (operation.caller === 'target') return { kind: 'target', appId, corpId, targetUserId: userId };
  if (operation.caller === 'application') return { kind: 'application', appId, corpId, actingMember };
  return { kind: 'member', appId, corpId, actingMember };
}

/** A session by an access link sees what such a link shows. */
function accessLinkOf({ method }: FoundSession, corpId: CorpId): OwnLink | null {
  if (method !== 'access') return null;
  return { kind: 'access', corpId, frame: null, participantId: null, copierId: null };
}

/** @returns a check that refuses a request without the fresh proof that its operation needs */
function freshnessOf(
  { freshProof }: AnyOperation,
  { method, provenAt }: FoundSession,
  now: Date,
): (input: unknown) => void {
  return (input) => {
    if (!needsFreshProof(freshProof, input)) return;
    if (method === 'access') throw refuseFor('OWN_SESSION_REQUIRED');
    if (!isFresh(provenAt, now)) throw refuseFor('FRESH_PROOF_REQUIRED');
  };
}

function needsFreshProof(freshProof: AnyOperation['freshProof'], input: unknown): boolean {
  if (typeof freshProof === 'boolean') return freshProof;
  const given = new Map<string, unknown>(
    typeof input === 'object' && input !== null ? Object.entries(input) : [],
  );
  return Object.entries(freshProof).every(([name, value]) => given.get(name) === value);
}
