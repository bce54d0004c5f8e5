/** What the sign page is told. Lengths of areas and pages in px at 96 dpi, of seals in mm; moments as in all answers. */
import type { ErrorReason } from '../errors.js';
import type { Id } from '../schema.js';
import type { AgreementName } from './agreements.js';

/** One party, in the order in which they act. */
export interface SignPageParty {
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

export interface SignPageArea {
  readonly componentId: Id<'Component'>;
  readonly fileId: Id<'File'>;
  readonly participantId: Id<'Participant'>;
  readonly name: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly required: boolean;
  /** Across the right edges of all pages of the file. */
  readonly seam: boolean;
  /** 1: the seal at its own size, 2: fitted into the area. */
  readonly sealSpecs: 1 | 2;
  readonly showSignDate: boolean;
}

export interface SignPageFile {
  readonly fileId: Id<'File'>;
  readonly fileName: string;
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  /** Name of the contents, for addresses of pictures. */
  readonly version: string;
  /** Signed link to the PDF as it is now, to be saved. */
  readonly downloadUrl: string;
  /** Whether the signer may place a seam where they like. */
  readonly freeSeam: boolean;
}

export interface SignPageSeal {
  /** 0: the name seal of a person. */
  readonly sealId: Id<'Seal'> | 0;
  readonly name: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly pictureUrl: string;
  readonly isDefault: boolean;
  /** Somebody has to consent before it is placed. */
  readonly needsApproval: boolean;
}

export type SignPageProof = 'sms' | 'pwd' | 'face';

export interface SignPageView {
  readonly flowId: Id<'Flow'>;
  readonly title: string;
  /** 0 draft, 1 fill, 2 signing, 3 completed, 4 revoked, 5 expired, 6 refused. */
  readonly status: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  readonly revision: number;
  readonly corpName: string;
  readonly initiatorName: string;
  readonly deadline: string | null;
  /** Why it ended, where somebody said so. */
  readonly endReason: string | null;
  readonly me: SignPageParty;
  readonly isEnterprise: boolean;
  /** Masked. */
  readonly mobile: string;
  /** Why the signer cannot sign now; null: nothing is in the way. */
  readonly obstacle: ErrorReason | null;
  readonly canTransfer: boolean;
  /** Stays the same while nothing of the text changes: signatures do not change it. */
  readonly textVersion: string;
  /** The person has confirmed that they mean to sign this very text, and no other proof is needed. */
  readonly hasIntent: boolean;
  /** What the person agrees to by signing, and whether they ever have. */
  readonly agreements: readonly { readonly name: AgreementName; readonly accepted: boolean }[];
  /** Not empty while the signer has to sign. */
  readonly proofs: readonly SignPageProof[];
  /** yuan; what the contract collects from this signer. */
  readonly amount: number | null;
  /** The signer has signed, and what is paid after that is due. */
  readonly paysNow: boolean;
  readonly parties: readonly SignPageParty[];
  readonly files: readonly SignPageFile[];
  readonly areas: readonly SignPageArea[];
  readonly attachments: readonly { readonly fileName: string; readonly url: string }[];
  readonly seals: readonly SignPageSeal[];
}

/** Asked for again and again while the page is in sight. */
export interface SignPageState {
  readonly revision: number;
  readonly obstacle: ErrorReason | null;
}

/** Another contract that the same person can sign now, for the same party. */
export interface SignPageOther {
  readonly flowId: Id<'Flow'>;
  readonly participantId: Id<'Participant'>;
  readonly title: string;
  readonly deadline: string | null;
}

/** The page of another contract, opened without another code. */
export interface SignPageOpened {
  readonly address: string;
}
