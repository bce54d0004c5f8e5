import type { OutputOf } from '@cinnabar/api/operation.js';
import type { verifyDocument } from '@cinnabar/api/operations/verification.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Problem } from '@cinnabar/pdf/verify/reasons.js';
import type { SecondOpinion } from '@cinnabar/pdf/verify/second-opinion/second-opinion.js';
import type {
  SignatureVerification,
  TimestampSummary,
  Verification,
} from '@cinnabar/pdf/verify/verification.js';

export interface DocumentRecord {
  readonly matches: boolean;
  readonly flowId: FlowId | null;
  readonly flowCode: string | null;
}

type Answer = OutputOf<typeof verifyDocument>;
type VerifiedTimestamp = Answer['signatures'][number]['timestamps'][number];
type Language = 'zh' | 'en';

/** A verification result as the interface reports it, in one language. */
export function verifiedDocument(
  verification: Verification,
  record: DocumentRecord | null,
  report: string | null,
  language: Language,
): Answer {
  return {
    valid: verification.valid,
    sha256: verification.sha256,
    policy: verification.policy,
    signatures: verification.signatures.map((signature) => verifiedSignature(signature, language)),
    secondOpinion: opinionOf(verification.secondOpinion),
    problems: problemViews(verification.problems, language),
    record,
    report,
  };
}

/** A second opinion that was never obtained counts as unfinished. */
function opinionOf({ status }: SecondOpinion): Answer['secondOpinion'] {
  return status === 'wanted' ? 'unfinished' : status;
}

function verifiedSignature(
  signature: SignatureVerification,
  language: Language,
): Answer['signatures'][number] {
  const { certificate, seal, timestamp, provenTime, claimedTime } = signature;
  const time = provenTime ?? claimedTime;
  return {
    fieldName: signature.fieldName,
    signerName: signature.signerName,
    signTime: time === null ? null : new Date(time),
    intact: signature.intact,
    trusted: signature.trusted,
    coversWholeDocument: signature.coversWholeDocument,
    level: signature.level,
    certificate:
      certificate === null
        ? null
        : {
            subject: certificate.subject,
            issuer: certificate.issuer,
            serialNumber: certificate.serialNumber,
            notBefore: new Date(certificate.notBefore),
            notAfter: new Date(certificate.notAfter),
            algorithm: certificate.algorithm,
          },
    seal:
      seal === null
        ? null
        : { ...seal, validFrom: new Date(seal.validFrom), validUntil: new Date(seal.validUntil) },
    timestamp: timestamp === null ? null : timestampView(timestamp),
    timestamps: signature.timestamps.map(timestampView),
    changesAfter: signature.changesAfter.map(({ kind, allowed, detail }) => ({ kind, allowed, detail })),
    problems: problemViews(signature.problems, language),
  };
}

function timestampView({ time, authority, trusted }: TimestampSummary): VerifiedTimestamp {
  return { time: time === null ? null : new Date(time), authority, trusted };
}

function problemViews(problems: readonly Problem[], language: Language): Answer['problems'] {
  return problems.map((problem) => ({ code: problem.code, text: wordsOf(problem, language) }));
}

function wordsOf({ text, detail }: Problem, language: Language): string {
  if (detail === '') return text[language];
  return language === 'zh' ? `${text.zh}（${detail}）` : `${text.en} (${detail})`;
}
