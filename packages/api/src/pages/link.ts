/** What the pages of people and the server say to each other about links and sessions. */
import type { Id } from '../schema.js';

export type LinkKindName =
  | 'sign'
  | 'fill'
  | 'draft'
  | 'copy'
  | 'approval'
  | 'personalAuth'
  | 'invitation'
  | 'access'
  | 'registration'
  | 'autoSign'
  | 'seals'
  | 'templates';

/** A code was sent: what it can be tried with, and nowhere else. */
export interface AskedCode {
  readonly asked: string;
}

/** A session of a link, as its page holds it. */
export interface EnteredLink {
  /** Goes into the header `linkSession` of every request. */
  readonly session: string;
  readonly kind: LinkKindName;
  /** The enterprise for which the person acts; null for themselves. */
  readonly corpId: Id<'Corp'> | null;
  readonly userId: Id<'User'>;
  /** The person's own, so that codes of the act can be asked for. */
  readonly mobile: string;
  readonly flowId: Id<'Flow'> | null;
  readonly participantId: Id<'Participant'> | null;
  readonly approvalId: Id<'Approval'> | null;
  readonly templateId: Id<'Template'> | null;
  readonly returnUrl: string | null;
}

/** What a link is about, as far as it may be said to whoever opens it. */
export interface OpenedLink {
  readonly kind: LinkKindName;
  /** `withdrawn`: what it is for goes on without it, as after its person has changed their mobile. */
  readonly state: 'open' | 'ended' | 'withdrawn' | 'expired';
  /** `code`: a text message to the mobile; `once`: nothing more is needed. */
  readonly entry: 'code' | 'once';
  /** The enterprise that asks; of a registration the one that is being registered. */
  readonly corpName: string | null;
  /** null while it must not be said. */
  readonly title: string | null;
  /** Masked; '' where it is not said. */
  readonly mobile: string;
  /** Whom a part of a contract, or a copy of one, is for; masked. null of other links, and of those that have ended. */
  readonly name: string | null;
  /** Somebody who opened one has said that it is not for them. */
  readonly disowned: boolean;
  readonly returnUrl: string | null;
  /** The session that this browser has with the link already. */
  readonly entered: EnteredLink | null;
}
