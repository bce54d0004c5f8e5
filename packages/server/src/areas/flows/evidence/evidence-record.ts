/**
 * The complete evidence of a flow as plain data: the source of the report, the content of `evidence.json` in the
 * archive, and the input that `cinnabar evidence verify` recomputes. Times are ISO 8601 in UTC, hashes SHA-256 in
 * lower-case hexadecimal, amounts in fen. Display texts for codes are left to the report.
 */
import type { PolicyName } from '@cinnabar/pdf/verify/policies/difference-policy.js';
import type { Verdict } from '@cinnabar/pdf/verify/reasons.js';
import type { PadesLevel, SealSummary } from '@cinnabar/pdf/verify/verification.js';
import type { FlowStatus } from '../flow/flow.js';
import type { EventText } from '../flow/rules/event-texts.js';
import type { SignedPage } from './rules/signed-pages.js';
import type { WordsInHistory } from './rules/words-of-history.js';

export const EVIDENCE_FORMAT = 'cinnabar evidence 2';
/** Format of earlier versions, whose records list no parts; archives with such a record can still be verified. */
export const FORMAT_WITHOUT_PARTS = 'cinnabar evidence 1';

export interface EvidenceRecord {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly madeAt: string;
  /** The program that recorded the contract, verified its files and created this record. */
  readonly verifier: { readonly program: 'Cinnabar'; readonly version: string };
  /** Time zone of the report. */
  readonly timeZone: string;
  readonly sandbox: boolean;
  readonly contract: ContractRecord;
  readonly parties: readonly PartyRecord[];
  readonly files: readonly FileRecord[];
  /** Pages that bear seals or other marks of signers, by file and page. */
  readonly signedPages: readonly SignedPage[];
  readonly events: readonly EventRecord[];
  /** Intents confirmed by signers, in the order of their acts. */
  readonly intents: readonly IntentRecord[];
  /** Marks placed by signers other than stored seals, in the order of their acts. */
  readonly words: readonly WordsInHistory[];
  readonly chain: ChainRecord;
  /** null: the flow is not in a daily root yet. */
  readonly dailyRoot: DailyRootRecord | null;
  /**
   * Every part of the archive except this record, the two reports, which embed it under their signatures, and the
   * checksum file; null: the record was issued without an archive.
   */
  readonly parts: readonly PartRecord[] | null;
}

export interface PartRecord {
  readonly name: string;
  /** Length in bytes. */
  readonly length: number;
  readonly sha256: string;
}

export interface ContractRecord {
  readonly flowId: number;
  readonly flowCode: string;
  readonly title: string;
  readonly status: FlowStatus;
  readonly corpName: string;
  readonly initiatorName: string;
  readonly startTime: string | null;
  readonly finishTime: string | null;
  readonly deadline: string | null;
  readonly endReason: string | null;
}

export interface PartyRecord {
  readonly participantId: number;
  readonly participantFlag: string;
  readonly type: 'enterprise' | 'person';
  readonly fills: boolean;
  readonly signs: boolean;
  /** "" for persons. */
  readonly corpName: string;
  readonly corpCode: string;
  /** null for persons. */
  readonly corpStatus: 'identified' | 'unidentified' | 'invalid' | null;
  readonly psnName: string;
  readonly userId: number;
  /** Masked. */
  readonly mobile: string;
  /** When the person proved their name and ID document number; null if never. */
  readonly verifiedAt: string | null;
  /**
   * How the person was identified when they signed; null if they have not signed, or the history does not contain it.
   */
  readonly identity: IdentityRecord | null;
  readonly draftTime: string | null;
  readonly signTime: string | null;
  readonly amountFen: number | null;
}

export interface IdentityRecord {
  /** `asserted`: on the assertion of the enterprise for which they sign. */
  readonly strength: 'asserted' | 'proven';
  readonly since: string | null;
  /** How it was proven (`page`, `face`, `code`, `platform`), or which application asserted it; null if unknown. */
  readonly by: string | null;
}

export interface FileRecord {
  readonly fileId: number;
  readonly fileCode: string;
  readonly fileName: string;
  readonly pages: number;
  /** The upload in its original form and under its original name; null if it is not stored any more. */
  readonly upload: { readonly fileName: string; readonly hash: string } | null;
  /** The upload, normalised to a plain PDF. */
  readonly baseHash: string;
  readonly currentHash: string;
  /** The revision at the end of filling, then one for each act of signing; empty before filling has ended. */
  readonly revisions: readonly RevisionRecord[];
  /** Whether all stored bytes were read and have the recorded hashes. */
  readonly intact: boolean;
  /** Whether each act began with the result of the previous one, and the last result is the stored file. */
  readonly unbroken: boolean;
  /** Verification result of the stored file; null if it cannot be read. */
  readonly verdict: Verdict | 'unsigned' | null;
  /** Policy by which the verifier judged later changes; null if it could not read the file. */
  readonly policy: PolicyName | null;
  readonly signatures: readonly SignatureRecord[];
}

export interface RevisionRecord {
  /** Number of the event that recorded it. */
  readonly sequence: number;
  readonly hash: string;
  /** Length in bytes: a revision is a prefix of every later one. null if it is not stored. */
  readonly length: number | null;
}

export interface SignatureRecord {
  readonly fieldName: string;
  readonly kind: 'signature' | 'timestamp';
  readonly revision: number;
  readonly verdict: Verdict;
  /** null if it is not a PAdES baseline signature. */
  readonly level: PadesLevel | null;
  readonly signerName: string;
  /** The electronic seal of the signature (GB/T 38540); null without one. */
  readonly seal: SealSummary | null;
  readonly claimedTime: string | null;
  readonly provenTime: string | null;
  readonly timestampAuthority: string | null;
  /** Reason codes of the verifier in addition to its verdict. */
  readonly remarks: readonly { readonly code: string; readonly zh: string; readonly en: string }[];
  readonly certificate: {
    readonly subject: string;
    readonly issuer: string;
    readonly serialNumber: string;
    readonly notBefore: string;
    readonly notAfter: string;
    /** Key, such as `ec prime256v1`, or `sm2`. */
    readonly algorithm: string;
    readonly fingerprint: string;
  } | null;
}

/** An act's intent: the digest in the history, and its preimage. */
export interface IntentRecord {
  /** Number of the event that recorded the act. */
  readonly sequence: number;
  readonly participantId: number;
  readonly digest: string;
  /**
   * `text`: the contract as displayed, with seals and plain dates; `commands`: additionally exactly the marks of the
   * act.
   */
  readonly scope: 'text' | 'commands';
  /** Our own page, an application that asserts the intent, or an application that opened a session for a member. */
  readonly shownBy: 'page' | 'application' | 'accessSession';
  /** The application's id and its enterprise; for a page, its link. */
  readonly application: string;
  readonly applicationOf: string;
  /** Attachments that existed at the act and are not covered by the intent. */
  readonly uncoveredAttachments: number;
  /** Canonical JSON (RFC 8785); null if it is not stored any more. */
  readonly preimage: string | null;
}

export interface EventRecord {
  readonly sequence: number;
  readonly kind: string;
  readonly time: string;
  readonly hash: string;
  /** The exact text that was hashed. */
  readonly canonical: string;
  /** For an encrypted contract: the texts of the salted hashes in the event. */
  readonly texts?: readonly EventText[];
}

export interface ChainRecord {
  readonly intact: boolean;
  /** The first event that differs from what was recorded, counted from 1; null if there is none. */
  readonly brokenAt: number | null;
  readonly head: string | null;
}

export interface DailyRootRecord {
  readonly number: number;
  /** UTC. */
  readonly day: string;
  readonly root: string;
  /** The flow's history at that time. */
  readonly eventCount: number;
  readonly eventHead: string;
  /** Index of its leaf, from 0, and the number of leaves. */
  readonly index: number;
  readonly size: number;
  /** Sibling hashes from the leaf upwards. */
  readonly path: readonly string[];
  /** null if no authority has stamped the root yet. */
  readonly timestamp: { readonly time: string; readonly authority: string } | null;
}
