/** The caller: application and enterprise of the token, and the member named by the header userId. */

import type { IncomingHttpHeaders } from 'node:http';
import type { AnyOperation } from '@cinnabar/api/operation.js';
import { addressAllowed } from '../areas/credentials/index.js';
import { hashToken } from '../custody/secrets.js';
import type {
  ActingMember,
  ConsoleContext,
  CorpId,
  LinkSession,
  Operator,
  OwnLink,
  PersonContext,
  Source,
  UserId,
} from '../operation/context.js';
import { refuseFor } from '../operation/refusal.js';
import {
  type HeaderUser,
  headerText,
  missingUserId,
  readIdempotencyKey,
  readOpenCorpId,
  readSource,
  readUserId,
} from './headers.js';
import { TokenCache } from './token-cache.js';

/** Content of a valid access token. */
export interface Token {
  readonly appId: string;
  readonly corpId: CorpId;
  readonly expireTime: Date;
  /** Addresses and CIDR ranges from which it may be used; empty: any. */
  readonly allowList: readonly string[];
}

/** Lookup of tokens and members; the areas provide these functions, composition binds them. */
export interface Directory {
  findToken(tokenHash: string, now: Date): Promise<Token | null>;
  /** A valid, confirmed member. */
  findActingMember(corpId: CorpId, userId: UserId): Promise<ActingMember | null>;
  /** A member who is not deleted, confirmed or not. */
  isMember(corpId: CorpId, userId: UserId): Promise<boolean>;
}

/** Identity of the caller after the checks for that kind of caller. */
export type Caller =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'application';
      readonly appId: string;
      readonly corpId: CorpId;
      readonly actingMember: ActingMember | null;
    }
  | {
      readonly kind: 'member';
      readonly appId: string;
      readonly corpId: CorpId;
      readonly actingMember: ActingMember;
    }
  | {
      readonly kind: 'target';
      readonly appId: string;
      readonly corpId: CorpId;
      readonly targetUserId: UserId;
    }
  | { readonly kind: 'visitor' }
  | { readonly kind: 'link'; readonly session: LinkSession }
  | { readonly kind: 'person'; readonly person: PersonContext['person'] }
  | { readonly kind: 'console'; readonly session: ConsoleContext['session'] }
  | { readonly kind: 'platform'; readonly operator: Operator };

export interface Identified {
  readonly caller: Caller;
  readonly source: Source | null;
  /** The header openCorpId, if the operation accepts it; `nobody` is a number that no enterprise has. */
  readonly openCorpId: CorpId | 'nobody' | null;
  /** Set only if the operation writes and its answer can be stored. */
  readonly idempotencyKey: string | null;
  /** Set for the sessions of pages. */
  readonly session?: IdentifiedSession;
}

/** A session of a page, which may be restricted in what it requests. */
export interface IdentifiedSession {
  /** The link to which the session is restricted; null: none. */
  readonly link: OwnLink | null;
  /** Whether it is a session of the console that its person has begun. */
  readonly isOwnConsole: boolean;
  /** @throws Refusal unless the session may make this request */
  readonly admit: (input: unknown) => void;
}

/** @throws Refusal before any of the body is read */
export type Identify = (
  operation: AnyOperation,
  headers: IncomingHttpHeaders,
  address: string,
  now: Date,
) => Promise<Identified>;

/** In this order: credentials (401), headers (400), membership (403). */
export function createIdentify(directory: Directory): Identify {
  const tokens = new TokenCache<Token>((accessToken, now) =>
    directory.findToken(hashToken(accessToken), now),
  );

  async function authenticate(headers: IncomingHttpHeaders, address: string, now: Date): Promise<Token> {
    const accessToken = headerText(headers, 'accesstoken');
    if (accessToken === null) throw refuseFor('TOKEN_INVALID');
    const token = tokens.cached(accessToken) ?? (await tokens.find(accessToken, now));
    if (token === null || token.expireTime <= now || headerText(headers, 'appid') !== token.appId) {
      throw refuseFor('TOKEN_INVALID');
    }
    if (!addressAllowed(address, token.allowList)) throw refuseFor('ADDRESS_NOT_ALLOWED');
    return token;
  }

  async function actingMemberOf(corpId: CorpId, user: HeaderUser): Promise<ActingMember> {
    if (user === 'nobody') throw refuseFor('NOT_MEMBER');
    const actingMember = await directory.findActingMember(corpId, user);
    if (actingMember === null) throw refuseFor('NOT_MEMBER');
    return actingMember;
  }

  async function callerOf(operation: AnyOperation, token: Token, user: HeaderUser | null): Promise<Caller> {
    const { appId, corpId } = token;
    if (operation.caller === 'application' && user === null) {
      return { kind: 'application', appId, corpId, actingMember: null };
    }
    if (user === null) throw missingUserId();
    if (operation.caller === 'target') {
      if (user === 'nobody' || !(await directory.isMember(corpId, user))) throw refuseFor('NOT_MEMBER');
      return { kind: 'target', appId, corpId, targetUserId: user };
    }
    const actingMember = await actingMemberOf(corpId, user);
    if (operation.caller === 'application') return { kind: 'application', appId, corpId, actingMember };
    return { kind: 'member', appId, corpId, actingMember };
  }

  return async (operation, headers, address, now) => {
    if (operation.caller === 'none') {
      const source = readSource(headers, operation.source);
      return { caller: { kind: 'none' }, source, openCorpId: null, idempotencyKey: null };
    }
    const token = await authenticate(headers, address, now);
    const user = readUserId(headers);
    if (user === null && operation.caller !== 'application') throw missingUserId();
    const source = readSource(headers, operation.source);
    const openCorpId = operation.openCorp ? readOpenCorpId(headers) : null;
    const idempotencyKey = readIdempotencyKey(headers, operation);
    return { caller: await callerOf(operation, token, user), source, openCorpId, idempotencyKey };
  };
}
