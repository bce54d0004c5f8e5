/**
 * PDF contracts: import any PDF, draw values into it, place seals and PAdES signatures, add timestamps and validation
 * data, and verify any signed PDF.
 *
 * Two ways to use it: the functions (`importPdf`, `prepareDocument`, `signDocument`, `archiveDocument`,
 * `verifyDocument` …) work in the calling thread; `DocumentEngine` runs the same functions in worker threads and, for
 * untrusted files, in processes with time and memory limits. Programs that read untrusted files should use the engine.
 *
 * Bytes are `Uint8Array` and are never modified. Lengths are CSS pixels at 96 dpi on the displayed page, origin top
 * left; seals are in mm. Invalid input throws `DocumentRefused` or `DrawingRefused`, each with a closed `reason`. The
 * package never handles private keys: it requests signature values and timestamps through callbacks.
 *
 * This module is the public interface. Other module paths may change in any version.
 * @module
 */

// The engine: the same in threads and processes, isolated where the system can.
export { chooseContainment, type ParserSandbox } from './containment/choose-containment.js';
export {
  type Command,
  type Containment,
  inSandbox,
  isContaining,
  type SandboxAccess,
  UNCONTAINED,
} from './containment/containment.js';
export { killGroup } from './containment/kill-group.js';
// Conversion from other formats.
export type { ContainedFormat } from './convert/contained-protocol.js';
export { type ConversionRefusal, ConversionRefused } from './convert/conversion-refused.js';
export { ConversionFailed, convertContained } from './convert/convert-contained.js';
export { looksLikeText } from './convert/decode-text.js';
export { pictureToPdf } from './convert/picture-to-pdf.js';
export { textToPdf } from './convert/text-to-pdf.js';
export {
  DocumentEngine,
  EngineBusy,
  EngineFailed,
  type EngineOptions,
  type ImportedDocument,
  type StrangersLimits,
} from './engine/engine.js';
export { privateFolder } from './engine/private-folder.js';
export { Turns } from './engine/turns.js';
// Fonts: the caller supplies the files.
export {
  type FontBytes,
  type FontFiles,
  type FontPath,
  oneFont,
  type SealLettering,
} from './fonts/font-files.js';
export { type Face, type FontLibrary, loadFonts } from './fonts/fonts.js';
export { FontError } from './fonts/true-type.js';
// Import, prepare, sign, archive.
export { importPdf } from './import/import-pdf.js';
export { readFormFields } from './import/read-form-fields.js';
export {
  looksLikePng,
  MAX_PNG_PIXELS,
  MAX_PNG_SIDE,
  type PngRefusal,
} from './layout/png-structure.js';
export { type PictureRefusal, type ReadPicture, readPicture } from './layout/read-picture.js';
// The vocabulary of documents.
export * from './model.js';
// Pictures and texts of pages.
export { showsChinese } from './render/chinese-probe.js';
export { chooseRenderer } from './render/choose-renderer.js';
export { findText, type TextPlace } from './render/find-text.js';
export { fontCacheFolder, writeOfficeFontConfig } from './render/font-config.js';
export type { FormField, PageLayout, Rule, TextCharacter, TextLine } from './render/page-layout.js';
export { type PageRenderer, RenderFailed } from './render/page-renderer.js';
export { hasPoppler, popplerRenderer } from './render/poppler.js';
export { type FilledBox, readFilledBoxes } from './render/read-filled-boxes.js';
export { readLayout } from './render/read-layout.js';
export { readPageText } from './render/read-page-text.js';
// Pages of text, tables and pictures.
export type { Foot, FootedCopy, FootItem } from './report/footed-copy.js';
export { printFootedCopy } from './report/print-footed-copy.js';
export type {
  Report,
  ReportAttachment,
  ReportBlock,
  ReportColumn,
  ReportFact,
  ReportPicture,
  ReportRow,
} from './report/report.js';
export { setReport } from './report/set-report.js';
// Seals.
export { drawNameSeal } from './seals/draw-name-seal.js';
export { drawSeal, SEAL_SIZES } from './seals/draw-seal.js';
export type { Logo, LogoLimits, LogoRefusal } from './seals/image/read-logo.js';
export { readSealImage, type SealImage, type SealImageRefusal } from './seals/image/read-seal-image.js';
export { sealPng } from './seals/seal-png.js';
export { INKS, type NameSealSpec, type SealColor, type SealSize, type SealSpec } from './seals/seal-spec.js';
export { type Archiving, archiveDocument, type ValidationData } from './sign/archive-document.js';
export { coverOfSeal, coverOfSlice, type PlacedSeal } from './sign/covered-place.js';
export { type EmbeddedSignature, embeddedSignatures } from './sign/embedded-signatures.js';
export { prepareDocument } from './sign/prepare-document.js';
export { readAttachedFile, readEventHeads } from './sign/read-own-file.js';
export { type SealingAct, sealDocument } from './sign/seal-document.js';
export { type SigningCallbacks, signDocument } from './sign/sign-document.js';
export { PdfSyntaxError } from './syntax/value-reader.js';
// Verification (EN 319 102-1), descriptions of its results, and its report in XML (TS 119 102-2).
export { CHANGE_WORDS } from './verify/change-words.js';
export { conclusionOf, conclusionOfSignature } from './verify/conclusion.js';
export { etsiReport } from './verify/etsi-report/etsi-report.js';
export type { PolicyName } from './verify/policies/difference-policy.js';
export { isPolicyName } from './verify/policies/policy-of-name.js';
export type { Problem, ReasonCode, Verdict } from './verify/reasons.js';
export { UNFINISHED_WORDS } from './verify/second-opinion/opinion-words.js';
export type { SecondOpinion } from './verify/second-opinion/second-opinion.js';
export type {
  CertificateSummary,
  LaterChange,
  PadesLevel,
  SealSummary,
  SignatureValueSummary,
  SignatureVerification,
  TimestampSummary,
  ValidationObject,
  Verification,
} from './verify/verification.js';
export {
  type VerificationLimits,
  type VerificationPolicy,
  verifyDocument,
} from './verify/verify-document.js';
