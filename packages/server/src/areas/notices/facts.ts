/** What each notice states, in no language: text messages and mails word it. */

interface Contract {
  /** The title, or the code of a contract whose title must not be sent. */
  readonly flowTitle: string;
}

interface Sent extends Contract {
  /** The registered name of the initiator. */
  readonly corpName: string;
  /** Its name as a sender; absent from mails that an earlier version has put into the queue. */
  readonly sender?: string;
}

interface Turn extends Sent {
  readonly act: 'fill' | 'sign';
  /** Human-readable; "" if there is none. */
  readonly deadline: string;
  readonly link: string;
}

interface Part extends Contract {
  /** The person who holds the part. */
  readonly name: string;
}

interface Decision extends Contract {
  /** "" if none was given, or it must not be sent. */
  readonly reason: string;
}

/** No notice contains a code: codes are sent by text message only, because they prove a mobile. */
export interface NoticeFacts {
  readonly flowTurn: Turn;
  readonly flowDeadline: Turn;
  /** `link` is "" for those who have nothing left to do. */
  readonly flowExtended: Sent & {
    readonly deadline: string;
    readonly link: string;
  };
  readonly flowRefused: Contract;
  readonly flowRevoked: Contract;
  /** `link` is "" for members, who find the contract in their lists. */
  readonly flowCompleted: Contract & { readonly link: string };
  readonly partUnreached: Part;
  readonly partDisowned: Part;
  readonly approvalTurn: Contract & {
    /** The requester. */
    readonly name: string;
    readonly what: 'seal' | 'contract';
    readonly deadline: string;
    readonly link: string;
  };
  readonly approvalPassed: Decision;
  readonly approvalRejected: Decision;
  readonly approvalEnded: Decision;
  readonly automaticSealAsked: {
    readonly corpName: string;
    readonly sealName: string;
    readonly link: string;
  };
  readonly membershipInvited: { readonly corpName: string; readonly link: string };
  readonly membershipAsked: { readonly corpName: string; readonly name: string };
  readonly membershipAccepted: { readonly corpName: string };
  readonly certificateDue: {
    readonly corpName: string;
    /**
     * - `due`: the next one has to be asked for
     * - `failed`: the authority was asked, in vain
     * - `ended`: the enterprise cannot sign
     */
    readonly what: 'due' | 'failed' | 'ended';
    /** End of the present one; "" if there is none. */
    readonly deadline: string;
  };
  readonly passwordReplaced: { readonly corpName: string };
}

export type NoticeKind = keyof NoticeFacts;

/** A notice with its facts. */
export type Said<Kind extends NoticeKind = NoticeKind> = {
  readonly [K in Kind]: { readonly kind: K; readonly facts: NoticeFacts[K] };
}[Kind];
