/** What the page for verifying a PDF is told. Moments as in all answers; hashes are SHA-256, hexadecimal. */

/** Said in both languages, so that the page can change its own without the file being sent again. */
export interface BothLanguages {
  readonly zh: string;
  readonly en: string;
}

/**
 * What it comes to, in the words of whoever holds the file. `issuerUnknown`: unchanged, but nobody who is trusted here
 * says who signed. `changed`: after somebody signed. `invalid`: for another reason. `undecided`: with what there is.
 * `looksDifferent`: no forbidden change was found, yet a page is shown otherwise than when it was signed. `unreadable`: so
 * damaged or locked that no signature can be looked for.
 */
export type Conclusion =
  | 'trusted'
  | 'issuerUnknown'
  | 'changed'
  | 'invalid'
  | 'looksDifferent'
  | 'undecided'
  | 'unsigned'
  | 'unreadable';

export interface VerifyPageView {
  readonly conclusion: Conclusion;
  /** At least one signature, and every one intact and trusted. */
  readonly valid: boolean;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly verifiedAt: string;
  readonly revisions: number;
  /** Which changes it lets follow a signature. */
  readonly policy: 'default' | 'strict';
  /** In the order in which they were made, document timestamps among them. */
  readonly signatures: readonly VerifyPageSignature[];
  /** Of the file as a whole. */
  readonly problems: readonly VerifyPageProblem[];
  readonly secondOpinion: VerifyPageOpinion;
  /** Of files that this service signed: whether it made them just so. Null for all others. */
  readonly record: { readonly matches: boolean } | null;
}

/** Whether the file is shown as it was when it was signed, page by page; see verification.ts. */
export type VerifyPageOpinion =
  | { readonly status: 'notNeeded' }
  | { readonly status: 'agrees'; readonly pages: number }
  | { readonly status: 'unfinished'; readonly words: BothLanguages }
  | {
      readonly status: 'differs';
      readonly differences: readonly VerifyPageDifference[];
      /** Of the first pages that differ. */
      readonly pictures: readonly VerifyPagePictures[];
    };

/**
 * `pixels`: it looks different there. `text`: it reads different there, visible or not. `size`: the page has another
 * size. `missing`: the file lacks a page that was signed. `added`: it has a page that was not.
 */
export interface VerifyPageDifference {
  /** The signed revision that the file was compared with, from 1. */
  readonly revision: number;
  readonly page: number;
  readonly kind: 'pixels' | 'text' | 'size' | 'missing' | 'added';
  /** px from the top left corner of the page as displayed; none where the whole page is meant. */
  readonly places: readonly VerifyPagePlace[];
}

export interface VerifyPagePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface VerifyPagePictures {
  readonly revision: number;
  readonly page: number;
  /** px of the larger of both. */
  readonly width: number;
  readonly height: number;
  /** Data URLs; null where there is no such page. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface VerifyPageSignature {
  readonly kind: 'signature' | 'timestamp';
  readonly conclusion: 'trusted' | 'issuerUnknown' | 'changed' | 'invalid' | 'undecided';
  readonly fieldName: string;
  readonly signerName: string;
  readonly reason: string | null;
  readonly location: string | null;
  /** By the signer's own clock. */
  readonly claimedTime: string | null;
  /** By a timestamp of an authority that is trusted: it existed then at the latest. */
  readonly provenTime: string | null;
  readonly intact: boolean;
  readonly trusted: boolean;
  readonly coversWholeDocument: boolean;
  /** The revision that it was made with, from 1. */
  readonly revision: number;
  readonly level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | null;
  /** From the signer's to the trusted one, or as far as it leads. */
  readonly chain: readonly VerifyPageCertificate[];
  /** Those over the signature, or the document timestamp itself; those that are relied on first. */
  readonly timestamps: readonly VerifyPageTimestamp[];
  readonly changesAfter: readonly VerifyPageChange[];
  readonly problems: readonly VerifyPageProblem[];
}

export interface VerifyPageTimestamp {
  readonly time: string | null;
  readonly authority: string;
  /** Relied on. */
  readonly trusted: boolean;
}

export interface VerifyPageCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serialNumber: string;
  readonly notBefore: string;
  readonly notAfter: string;
  readonly algorithm: string;
  readonly fingerprint: string;
}

export interface VerifyPageChange {
  readonly words: BothLanguages;
  readonly allowed: boolean;
  /** Not allowed, because nobody can tell whether the document still says the same. */
  readonly unclear: boolean;
  /** The field, key or object that it is about; '' where the words say all. */
  readonly detail: string;
  /** The revision that made it, from 1. */
  readonly revision: number;
}

export interface VerifyPageProblem {
  readonly code: string;
  /** `remark`: worth knowing, and nothing against the signature. */
  readonly effect: 'invalid' | 'indeterminate' | 'remark';
  readonly words: BothLanguages;
  readonly detail: string;
}

/** What the code on a print copy opens. */
export interface CheckedContract {
  readonly title: string;
  readonly flowCode: string;
  /** 2 signing, 3 completed, 4 revoked, 5 expired, 6 refused. */
  readonly status: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  /** Who initiated it. */
  readonly corpName: string;
  readonly startTime: string | null;
  readonly finishTime: string | null;
  /** Who signs, in their order. */
  readonly parties: readonly CheckedParty[];
  readonly files: readonly CheckedFile[];
  /** Every hash of its history follows from the one before, and leads to the files as they are. */
  readonly historyIntact: boolean;
}

export interface CheckedParty {
  /** The enterprise, or the person: masked. */
  readonly name: string;
  /** Who acts for an enterprise, masked. */
  readonly personName: string | null;
  readonly signTime: string | null;
}

export interface CheckedFile {
  readonly fileName: string;
  readonly pages: number;
  /** Of the file as it is now. */
  readonly sha256: string;
  /** What it was before, oldest first: paper may be older than the file. */
  readonly earlier: readonly { readonly sha256: string; readonly time: string }[];
}
