/** What every page about one contract is told. Lengths in px at 96 dpi; moments as in all answers. */
import type { Id } from '../schema.js';

/** One party, in the order in which they act. */
export interface FlowPageParty {
  readonly participantId: Id<'Participant'>;
  /** The enterprise, or the person. */
  readonly name: string;
  /** Who acts for an enterprise; "" for a person. */
  readonly personName: string;
  readonly signs: boolean;
  readonly fills: boolean;
  readonly filled: boolean;
  /** 1 filling, 2 signing, 3 signed, 4 awaiting approval, 5 refused. */
  readonly signStatus: 1 | 2 | 3 | 4 | 5;
  readonly signTime: string | null;
  readonly isMe: boolean;
  readonly isTurn: boolean;
}

export interface FlowPageFile {
  readonly fileId: Id<'File'>;
  readonly fileName: string;
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  /** Name of the contents, for addresses of pictures. */
  readonly version: string;
  /** Signed link to the PDF as it is now, to be saved. */
  readonly downloadUrl: string;
}

export interface FlowPageAttachment {
  readonly fileName: string;
  readonly url: string;
}

export interface FlowPage {
  readonly flowId: Id<'Flow'>;
  readonly title: string;
  /** 0 draft, 1 fill, 2 signing, 3 completed, 4 revoked, 5 expired, 6 refused. */
  readonly status: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  readonly revision: number;
  /** Who initiated it. */
  readonly corpName: string;
  readonly initiatorName: string;
  readonly deadline: string | null;
  /** Why it ended, where somebody said so. */
  readonly endReason: string | null;
  /** In the order in which they act. */
  readonly parties: readonly FlowPageParty[];
  readonly files: readonly FlowPageFile[];
  readonly attachments: readonly FlowPageAttachment[];
}
