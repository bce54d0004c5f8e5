/** Context of an operation. Nothing is ambient: time, ids, the database and all services are passed here. */

import type { IncomingHttpHeaders } from 'node:http';
import type { LinkKind } from '@cinnabar/api/links.js';
import type { Role } from '@cinnabar/api/permissions.js';
import type { PlatformDuty } from '@cinnabar/api/platform-duties.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/schema.js';
import type { LoginMethod } from '../database/tables/console-sessions.js';
import type { LinkSubject } from '../database/tables/links.js';
import type { Words } from './refusal.js';
import type { Services } from './services.js';

export type CorpId = Id<'Corp'>;
export type UserId = Id<'User'>;

export type Source = 'pc' | 'app' | 'h5' | 'chatA' | 'payA';

/**
 * How the identity of a member was established. `asserted`: stated by the enterprise, and valid only there. `proven`:
 * the person proved it, and agreed to the membership.
 */
export type IdentityStrength = 'asserted' | 'proven';

/** Who a person is, and how they were identified. */
export interface PersonIdentity {
  readonly strength: IdentityStrength;
  readonly realName: string;
  readonly since: Date | null;
  /** How the identity was proven, or which application asserted it. */
  readonly by: string | null;
  /** The enterprise through which the identity was proven; null if none. */
  readonly corpId: number | null;
}

/** An enterprise in whose name somebody acts. */
export interface ActingCorp {
  readonly corpId: CorpId;
  readonly corpCode: string | null;
  readonly corpName: string;
  readonly identStatus: 'identified' | 'unidentified' | 'invalid';
  /** Yuan. */
  readonly maxAmount: number;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The acting member: valid and confirmed. */
export interface ActingMember {
  readonly userId: UserId;
  readonly userName: string;
  readonly mobile: string;
  readonly realName: string | null;
  /** null whenever realName is. */
  readonly identity: IdentityStrength | null;
  /** Whether the person lets this enterprise's applications access all contracts of that person. */
  readonly opensPersonalContracts: boolean;
  readonly roles: readonly Role[];
  /** What was read with the membership; null: a person who acts for themselves. */
  readonly membership: {
    readonly corp: ActingCorp;
    /** null: not known. */
    readonly person: PersonIdentity | null;
  } | null;
}

/** A person who acts by a link of their own and not through an application. */
export interface OwnLink {
  readonly kind: LinkKind;
  /** The enterprise that issued the link; for a flow, the initiating one. */
  readonly corpId: CorpId;
  /**
   * The embedding site if the page is in a frame, as named by the browser or withheld; null: the page has its own
   * window.
   */
  readonly frame: { readonly host: string | null } | null;
  /** The one participant as which they act; null: no restriction beyond their membership. */
  readonly participantId: ParticipantId | null;
  /** The copier as whom they view a flow; absent if the link is not for a copy. */
  readonly copierId?: number | null;
}

/**
 * Executes a change in one transaction, and returns the result of the work. The work may run `alone`: see
 * transactAtOnce.
 */
export type Act = <T>(work: (tx: Transaction<Database>, alone: boolean) => Promise<T>) => Promise<T>;

export interface Context {
  readonly requestId: string;
  readonly language: 'zh' | 'en';
  /** Time of the request, by the service's clock: constant during the request. */
  readonly now: Date;
  /** Client address, for the evidence. */
  readonly address: string;
  readonly device: string | null;
  readonly source: Source | null;
  /** The enterprise named by the header openCorpId; `nobody` for a number that no enterprise can have. */
  readonly openCorpId: CorpId | 'nobody' | null;
  readonly services: Services;
  readonly db: Kysely<Database>;
  /**
   * Warning for the caller of a successful request, added to `msg` after the success message. Call it before the act.
   */
  readonly warn: (words: Words) => void;
  /**
   * The act: one transaction for everything that the operation changes; its result is the operation's answer. Under an
   * Idempotency-Key the answer is stored in the same commit, so that a crash can never leave an act without its answer.
   */
  readonly act: Act;
  /** The Idempotency-Key of the request, if any: for acts of several commits. */
  readonly idempotencyKey?: string;
  /** Set if the request came by a link. */
  readonly link?: OwnLink;
  /** Set if the request came by a session of the console that the person has begun. */
  readonly isOwnConsole?: true;
}

export interface ApplicationContext extends Context {
  readonly appId: string;
  readonly corpId: CorpId;
  readonly actingMember: ActingMember | null;
}

export interface MemberContext extends ApplicationContext {
  readonly actingMember: ActingMember;
}

/** The header user is the subject of the operation and may be unconfirmed. */
export interface TargetContext extends Context {
  readonly appId: string;
  readonly corpId: CorpId;
  readonly targetUserId: UserId;
}

/** A request of one of our pages. */
export interface PageContext extends Context {
  /** Includes our cookies that the browser sent. */
  readonly headers: IncomingHttpHeaders;
  /** Adds a Set-Cookie header to the answer. */
  readonly setCookie: (line: string) => void;
  /** Sets the user under whom the request is logged, if that is determined during the request. */
  readonly noteUser: (userId: UserId) => void;
}

/** No identity is known yet. */
export interface VisitorContext extends PageContext {
  /** The uploaded file, if the operation takes one: it stays on disk until it is read. */
  readonly file: () => Promise<Uint8Array>;
}

/** The act that one link grants to one person. */
export interface LinkGrant {
  readonly linkId: Id<'Link'>;
  readonly kind: LinkKind;
  /** The enterprise that owns it; for a flow, the initiating one. */
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly subject: LinkSubject;
  /** Address to which the person returns afterwards; null if none. */
  readonly returnUrl: string | null;
}

/** The session of a link at one request. */
export interface LinkSession {
  readonly link: LinkGrant;
  /** The enterprise in whose name the person acts; null for themselves. */
  readonly actingCorpId: CorpId | null;
  readonly sessionHash: string;
}

/** A link session that the operation permits. */
export interface LinkContext extends PageContext {
  readonly session: LinkSession;
}

/** The session of a person. */
export interface PersonContext extends PageContext {
  readonly person: {
    readonly userId: UserId;
    /** Idle for a long time, and no face check has been passed yet. */
    readonly needsFace: boolean;
    readonly sessionHash: string;
  };
}

/** A person’s session of the console. The enterprise for which they act is named by each request. */
export interface ConsoleSession {
  readonly sessionId: Id<'ConsoleSession'>;
  readonly userId: UserId;
  readonly method: LoginMethod;
  /** Two factors have been given, or a passkey. */
  readonly isStrong: boolean;
  /** Time of the newest fresh proof; null: none. */
  readonly provenAt: Date | null;
  /** The only enterprise that it opens; null: every enterprise of the person. */
  readonly corpId: CorpId | null;
  /** The access link by which it began; null: none. */
  readonly linkId: Id<'Link'> | null;
  readonly address: string;
  /** User agent. */
  readonly device: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expireTime: Date;
}

/** An operator of the platform, at one request. */
export interface Operator {
  readonly userId: UserId;
  readonly name: string;
  readonly duties: readonly PlatformDuty[];
  readonly sessionHash: string;
  readonly lastUsedAt: Date;
}

/** A session of the platform's console. */
export interface PlatformContext extends PageContext {
  readonly operator: Operator;
}

/** A session of the console, with the factors of its person. */
export interface ConsoleContext extends PageContext {
  readonly session: ConsoleSession & {
    /** Whether the person has a second factor. */
    readonly hasFactor: boolean;
  };
}
