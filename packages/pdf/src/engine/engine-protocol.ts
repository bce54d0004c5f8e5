import type { Containment } from '../containment/containment.js';
import type { FontFiles } from '../fonts/font-files.js';
import type { ReadPicture } from '../layout/read-picture.js';
import type {
  DocumentPlan,
  DocumentRefusal,
  DrawingRefusal,
  PageSize,
  Seal,
  SealDrawing,
  SignatureAct,
  TextValue,
} from '../model.js';
import type { TextPlace } from '../render/find-text.js';
import type { FormField, PageLayout } from '../render/page-layout.js';
import type { RenderFailure } from '../render/page-renderer.js';
import type { FilledBox } from '../render/read-filled-boxes.js';
import type { FootedCopy } from '../report/footed-copy.js';
import type { Report } from '../report/report.js';
import type { Handwriting } from '../seals/image/read-handwriting.js';
import type { Logo, LogoLimits } from '../seals/image/read-logo.js';
import type { SealImage } from '../seals/image/read-seal-image.js';
import type { SealTint, TintedSeal } from '../seals/image/tint-seal.js';
import type { NameSealSpec, SealColor, SealSize, SealSpec } from '../seals/seal-spec.js';
import type { Archiving } from '../sign/archive-document.js';
import type { EmbeddedSignature } from '../sign/embedded-signatures.js';
import type { SealingAct } from '../sign/seal-document.js';
import type { OpinionGiven, RenderingComparison } from '../verify/second-opinion/second-opinion.js';
import type { Verification } from '../verify/verification.js';
import type { VerificationLimits, VerificationPolicy } from '../verify/verify-document.js';

/** Messages between the engine and its threads and processes: plain data, by structured clone. */

export interface WorkerSettings {
  readonly fonts: FontFiles;
  /** For programs started by a thread. */
  readonly containment: Containment;
}

/** A normalised base document: its bytes and its pages as displayed. */
export interface ImportedDocument {
  readonly bytes: Uint8Array;
  readonly pages: readonly PageSize[];
  /** The upload had signatures, which are valid in the original only. */
  readonly signed: boolean;
}

/** Why a value cannot be drawn: DrawingRefused as data. */
export interface DrawingRefusalInfo {
  readonly reason: DrawingRefusal;
  readonly label: string;
  readonly character: string | null;
}

export interface JobInputs {
  readonly importPdf: { readonly bytes: Uint8Array };
  readonly prepare: { readonly bytes: Uint8Array; readonly plan: DocumentPlan };
  readonly checkValues: { readonly values: readonly TextValue[] };
  readonly sign: { readonly bytes: Uint8Array; readonly act: SignatureAct };
  readonly seal: { readonly bytes: Uint8Array; readonly act: SealingAct };
  readonly archive: { readonly bytes: Uint8Array; readonly archiving: Archiving };
  readonly readSignatures: { readonly bytes: Uint8Array };
  readonly readPicture: { readonly bytes: Uint8Array };
  readonly readSealImage: { readonly bytes: Uint8Array; readonly color: SealColor | null };
  readonly readHandwriting: { readonly bytes: Uint8Array };
  readonly readLogo: { readonly bytes: Uint8Array; readonly limits: LogoLimits };
  readonly findText: { readonly bytes: Uint8Array; readonly texts: readonly string[] };
  readonly verifyDocument: {
    readonly bytes: Uint8Array;
    readonly policy: VerificationPolicy;
    readonly limits: VerificationLimits;
  };
  readonly secondOpinion: {
    readonly bytes: Uint8Array;
    readonly comparisons: readonly RenderingComparison[];
    /** Differing pages for which pictures are requested. */
    readonly pictures: number;
    /** ms of processor time after which no further page is started. */
    readonly budget: number;
  };
  readonly readLayout: { readonly bytes: Uint8Array; readonly first: number; readonly last: number };
  readonly readFormFields: { readonly bytes: Uint8Array };
  readonly readFilledBoxes: { readonly bytes: Uint8Array };
  readonly readPageText: { readonly bytes: Uint8Array; readonly page: number };
  readonly renderPage: { readonly bytes: Uint8Array; readonly page: number; readonly width: number };
  readonly drawSeal: { readonly spec: SealSpec };
  readonly drawNameSeal: { readonly spec: NameSealSpec };
  readonly sealPng: { readonly seal: Seal; readonly longerSide: number };
  readonly sealCanvas: { readonly png: Uint8Array; readonly size: SealSize };
  readonly setReport: { readonly report: Report };
  readonly printFootedCopy: { readonly copy: FootedCopy };
  readonly tintSeal: { readonly png: Uint8Array; readonly tint: SealTint; readonly longerSide: number };
}

export interface JobResults {
  readonly importPdf: ImportedDocument;
  readonly prepare: Uint8Array;
  readonly checkValues: readonly DrawingRefusalInfo[];
  readonly sign: Uint8Array;
  readonly seal: Uint8Array;
  readonly archive: Uint8Array;
  readonly readSignatures: readonly EmbeddedSignature[];
  readonly readPicture: ReadPicture;
  readonly readSealImage: SealImage;
  readonly readHandwriting: Handwriting;
  readonly readLogo: Logo;
  readonly findText: readonly (readonly TextPlace[])[];
  readonly verifyDocument: Verification;
  readonly secondOpinion: OpinionGiven;
  readonly readLayout: readonly PageLayout[];
  readonly readFormFields: readonly FormField[];
  readonly readFilledBoxes: readonly FilledBox[];
  readonly readPageText: readonly string[];
  readonly renderPage: Uint8Array;
  readonly drawSeal: SealDrawing;
  readonly drawNameSeal: SealDrawing;
  readonly sealPng: Uint8Array;
  readonly sealCanvas: Uint8Array;
  readonly setReport: Uint8Array;
  readonly printFootedCopy: Uint8Array;
  readonly tintSeal: TintedSeal;
}

export type JobKind = keyof JobInputs;

export type JobOf<K extends JobKind> = { readonly kind: K } & JobInputs[K];

export type Job = { readonly [K in JobKind]: JobOf<K> }[JobKind];

/** Errors as data: structured clone would turn a class instance into a bare Error without its fields. */
export type ThrownInWorker =
  | { readonly type: 'DocumentRefused'; readonly reason: DocumentRefusal; readonly detail: string }
  | ({ readonly type: 'DrawingRefused' } & DrawingRefusalInfo)
  | { readonly type: 'RenderFailed'; readonly reason: RenderFailure; readonly detail: string }
  | { readonly type: 'other'; readonly detail: string };

export type ToWorker =
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'signature'; readonly value: Uint8Array }
  | { readonly type: 'noSignature' }
  /** null: unavailable, and the signature is made without one. */
  | { readonly type: 'timestamp'; readonly token: Uint8Array | null };

export type FromWorker<K extends JobKind> =
  | { readonly type: 'done'; readonly result: JobResults[K] }
  | { readonly type: 'failed'; readonly error: ThrownInWorker }
  /** The job waits for a signature value over these bytes, or over this digest for a seal; one at a time. */
  | { readonly type: 'toBeSigned'; readonly bytes: Uint8Array }
  /** The job waits for a timestamp token over this SHA-256 digest. */
  | { readonly type: 'toBeTimestamped'; readonly digest: Uint8Array };

export interface ToProcess<K extends JobKind> {
  readonly job: JobOf<K>;
  /** ms */
  readonly deadline: number;
}

export interface FromProcess<K extends JobKind> {
  readonly outcome: Outcome<K>;
  /** Whether the process ends after this job. */
  readonly last: boolean;
}

/** The outcome of a job. After all but `done`, `threw` and `signerFailed` the runner has ended. */
export type Outcome<K extends JobKind> =
  | { readonly type: 'done'; readonly result: JobResults[K] }
  | { readonly type: 'threw'; readonly error: ThrownInWorker }
  | { readonly type: 'signerFailed'; readonly error: unknown }
  | { readonly type: 'deadline' }
  | { readonly type: 'memory' }
  | { readonly type: 'processorTime' }
  | { readonly type: 'crashed'; readonly detail: string };
