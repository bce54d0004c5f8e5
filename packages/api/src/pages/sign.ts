/** What the sign page is told. Lengths of areas and pages in px at 96 dpi, of seals in mm; moments as in all answers. */
import type { ErrorReason } from '../errors.js';
import type { Id } from '../schema.js';
import type { AgreementName } from './agreements.js';
import type { FlowPage, FlowPageFile, FlowPageParty } from './flow-page.js';

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

export interface SignPageFile extends FlowPageFile {
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

export interface SignPageView extends FlowPage {
  readonly me: FlowPageParty;
  readonly isEnterprise: boolean;
  /** Masked. */
  readonly mobile: string;
  /** Why the signer cannot sign now; null: nothing is in the way. */
  readonly obstacle: ErrorReason | null;
  readonly canTransfer: boolean;
  /**
   * SHA-256 of what the page shows, hexadecimal: the act names it. It stays the same while nothing of that changes;
   * others' seals do not change it.
   */
  readonly shown: string;
  /** What the person agrees to by signing, and whether they ever have. */
  readonly agreements: readonly { readonly name: AgreementName; readonly accepted: boolean }[];
  /** Not empty while the signer has to sign. */
  readonly proofs: readonly SignPageProof[];
  /** yuan; what the contract collects from this signer. */
  readonly amount: number | null;
  /** The signer has signed, and what is paid after that is due. */
  readonly paysNow: boolean;
  readonly files: readonly SignPageFile[];
  readonly areas: readonly SignPageArea[];
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
  /** What its own page has kept of it; null where nothing was placed there. */
  readonly draft: string | null;
}

/** The page of another contract, opened without another code. */
export interface SignPageOpened {
  readonly address: string;
}
