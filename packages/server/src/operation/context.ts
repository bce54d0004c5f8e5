/** Context of an operation. Nothing is ambient: time, ids, the database and all services are passed here. */
import type { IncomingHttpHeaders } from 'node:http';
import type { LinkKind } from '@cinnabar/api/links.js';
import type { Role } from '@cinnabar/api/permissions.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/schema.js';
import type { LinkSubject } from '../database/tables/links.js';
import type { Words } from './refusal.js';
import type { Services } from './services.js';

export type CorpId = Id<'Corp'>;
export type UserId = Id<'User'>;

export type Source = 'pc' | 'app' | 'h5' | 'chatA' | 'payA';

/**
 * How well an enterprise knows who its member is. `asserted`: by its own word, which counts there alone. `proven`: the
 * person showed it, and has agreed to the membership.
 */
export type IdentityStrength = 'asserted' | 'proven';

/** A valid, confirmed member of the enterprise, who acts. */
export interface ActingMember {
  readonly userId: UserId;
  readonly userName: string;
  readonly mobile: string;
  readonly realName: string | null;
  /** null as realName is. */
  readonly identity: IdentityStrength | null;
  /** The person lets this enterprise's applications into all of their own contracts. */
  readonly opensPersonalContracts: boolean;
  readonly roles: readonly Role[];
}

/** A person who acts by a link of their own, and not by an application. */
export interface OwnLink {
  readonly kind: LinkKind;
  /** The enterprise that handed it out: of a link to a flow the initiating one. */
  readonly corpId: CorpId;
  /** The page is in a frame, of a site that the browser names or keeps secret; null: in a window of its own. */
  readonly frame: { readonly host: string | null } | null;
  /** The one participant that they act as; null: whoever they are as a member. */
  readonly participantId: ParticipantId | null;
  /** The copier as whom they look at a flow; absent where the link is for no copy. */
  readonly copierId?: number | null;
}

export interface Context {
  readonly requestId: string;
  readonly language: 'zh' | 'en';
  /** One moment for the whole request, by the service's clock. */
  readonly now: Date;
  /** Client address, for the evidence. */
  readonly address: string;
  readonly device: string | null;
  readonly source: Source | null;
  /** The enterprise that the header openCorpId names; `nobody` where it is a number that none can have. */
  readonly openCorpId: CorpId | 'nobody' | null;
  readonly services: Services;
  readonly db: Kysely<Database>;
  /** What a caller should know though all went well: stands in `msg` beside the word of success. Before the act. */
  readonly warn: (words: Words) => void;
  /**
   * The act: one transaction for everything the operation changes, whose result is the operation's answer. Under an
   * Idempotency-Key the answer is kept in the same commit, so that a crash can never leave an act without its answer.
   */
  readonly act: <T>(work: (tx: Transaction<Database>) => Promise<T>) => Promise<T>;
  /** The Idempotency-Key of the request, where it has one: for acts of several commits. */
  readonly idempotencyKey?: string;
  /** Set where the request came by a link. */
  readonly link?: OwnLink;
}

export interface ApplicationContext extends Context {
  readonly appId: string;
  readonly corpId: CorpId;
  readonly actingMember: ActingMember | null;
}

export interface MemberContext extends ApplicationContext {
  readonly actingMember: ActingMember;
}

/** The header user is whom the operation is about, perhaps not confirmed yet. */
export interface TargetContext extends Context {
  readonly appId: string;
  readonly corpId: CorpId;
  readonly targetUserId: UserId;
}

/** A request of one of our pages. */
export interface PageContext extends Context {
  /** With the cookies that the browser has of ours. */
  readonly headers: IncomingHttpHeaders;
  /** Adds a Set-Cookie header to the answer. */
  readonly setCookie: (line: string) => void;
  /** Says in whose name the request is logged, where that turns out on the way. */
  readonly noteUser: (userId: UserId) => void;
}

/** Nobody is known yet. */
export interface VisitorContext extends PageContext {
  /** The file of the request, where its operation takes one: it waits on the disk until it is asked for. */
  readonly file: () => Promise<Uint8Array>;
}

/** What one person may do by one link. */
export interface LinkGrant {
  readonly linkId: Id<'Link'>;
  readonly kind: LinkKind;
  /** The enterprise that it belongs to; of a flow, the initiating one. */
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly subject: LinkSubject;
  /** Where the person goes afterwards, or null. */
  readonly returnUrl: string | null;
}

/** A session that a link has opened, as it is at one request. */
export interface LinkSession {
  readonly link: LinkGrant;
  /** The enterprise in whose name the person acts; null for themselves. */
  readonly actingCorpId: CorpId | null;
  readonly sessionHash: string;
}

/** The session of a link, which its operation allows. */
export interface LinkContext extends PageContext {
  readonly session: LinkSession;
}

/** The session of a person. */
export interface PersonContext extends PageContext {
  readonly person: {
    readonly userId: UserId;
    /** They were away for long, and have not shown their face yet. */
    readonly needsFace: boolean;
    readonly sessionHash: string;
  };
}
