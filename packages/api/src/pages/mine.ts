/** What a person sees of all their contracts, whichever enterprises they act for. Moments as in all answers. */
import type { Id } from '../schema.js';

/** A session of a person who has proved their mobile. */
export interface EnteredMine {
  /** Goes into the header `personSession` of every request. */
  readonly session: string;
  /** Masked. */
  readonly mobile: string;
  /** As they have proven it, masked; null: nothing is proven. */
  readonly realName: string | null;
  /** They were away for long: nothing is shown until they show their face. */
  readonly needsFace: boolean;
  /** Whether there is anybody who checks faces. */
  readonly canShowFace: boolean;
}

/** The mobile is another one; the session before has ended. */
export interface ChangedMobile {
  readonly entered: EnteredMine | null;
}

/** What came of a face check that a person made for themselves. */
export interface FinishedOwnCheck {
  /**
   * - `returned`: they are back after a long time
   * - `renamed`: their name is put right
   * - `found`: the account that they had under another number, which has this mobile now
   * - `proven`: nobody was known by that ID document number; they are from now on
   * - `nothing`: there is no other account of theirs
   */
  readonly outcome: 'returned' | 'renamed' | 'found' | 'proven' | 'nothing';
  /** A new session, where the one before has ended. */
  readonly entered: EnteredMine | null;
}

export interface MyContract {
  /** What they have to do now; null: nothing. */
  readonly task: 'fill' | 'sign' | 'pay' | 'approve' | null;
  readonly flowId: Id<'Flow'>;
  /** Of a part of theirs. */
  readonly participantId: Id<'Participant'> | null;
  /** Of an approval that they may decide. */
  readonly approvalId: Id<'Approval'> | null;
  /** Of a copy that they got. */
  readonly copierId: number | null;
  readonly title: string;
  /** Who sent it; of an approval, who asks. */
  readonly from: string;
  /** The enterprise for which they act; null: for themselves. */
  readonly actingFor: string | null;
  /** 0 draft, 1 fill, 2 signing, 3 completed, 4 revoked, 5 expired, 6 refused. */
  readonly status: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  readonly deadline: string | null;
  readonly createTime: string;
}

export interface MyContracts {
  /** All that waits for them, the oldest first. */
  readonly waiting: readonly MyContract[];
  /** A page of the rest, the newest first. */
  readonly others: readonly MyContract[];
  readonly othersCount: number;
}

/** An enterprise that the person is a member of, or invited to be. */
export interface MyEnterprise {
  readonly corpId: Id<'Corp'>;
  readonly corpName: string;
  readonly state: 'valid' | 'invited';
  /** Whether they can let its applications into their own contracts: they have proven to it who they are. */
  readonly canOpen: boolean;
  /** Since when its applications reach all of the person's own contracts; null: they do not. */
  readonly openSince: string | null;
}

export interface MyEnterprises {
  readonly enterprises: readonly MyEnterprise[];
}

/** A seal that the platform places in the person's name, without asking them each time. */
export interface MyAutomaticSeal {
  readonly id: Id<'SealAuthorisation'>;
  readonly corpName: string;
  readonly sealName: string;
  /** Contracts that are made from these are signed so. */
  readonly templates: readonly {
    readonly templateId: Id<'Template'>;
    /** null: the template was deleted. */
    readonly templateName: string | null;
    /** When the template that was consented to had last been changed; null: it was not among those shown. */
    readonly revision: string | null;
    /** It is another one now, for which nobody has consented yet. */
    readonly isChanged: boolean;
  }[];
  readonly since: string;
  /** null: without end. */
  readonly until: string | null;
  /** The platform's operator consented for the person. */
  readonly byOperator: boolean;
  /** Whether the next contract is signed so. */
  readonly inForce: boolean;
}

export interface MyAutomaticSeals {
  readonly seals: readonly MyAutomaticSeal[];
}
