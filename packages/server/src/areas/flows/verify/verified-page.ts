import { formatDateTime } from '@cinnabar/api/date-time.js';
import type {
  VerifyPageOpinion,
  VerifyPageProblem,
  VerifyPageSignature,
  VerifyPageView,
} from '@cinnabar/api/pages/verify.js';
import { CHANGE_WORDS } from '@cinnabar/pdf/verify/change-words.js';
import { conclusionOf, conclusionOfSignature } from '@cinnabar/pdf/verify/conclusion.js';
import type { Problem } from '@cinnabar/pdf/verify/reasons.js';
import { UNFINISHED_WORDS } from '@cinnabar/pdf/verify/second-opinion/opinion-words.js';
import type { SecondOpinion } from '@cinnabar/pdf/verify/second-opinion/second-opinion.js';
import type { SignatureVerification, Verification } from '@cinnabar/pdf/verify/verification.js';

/**
 * A verification result for the public page: of the record it discloses only whether this service made exactly this
 * file.
 */
export function verifiedPage(
  verification: Verification,
  record: VerifyPageView['record'],
  zone: string,
  now: Date,
): VerifyPageView {
  const { valid, sha256, size, revisions, policy } = verification;
  return {
    conclusion: conclusionOf(verification),
    valid,
    sha256,
    size,
    verifiedAt: formatDateTime(now, zone),
    revisions,
    policy,
    signatures: verification.signatures.map((signature) => signatureView(signature, zone)),
    problems: problemViews(verification.problems),
    secondOpinion: opinionView(verification.secondOpinion),
    record,
  };
}

/** A second opinion that was never obtained counts as failed. */
function opinionView(opinion: SecondOpinion): VerifyPageOpinion {
  switch (opinion.status) {
    case 'wanted':
      return { status: 'unfinished', words: UNFINISHED_WORDS.FAILED };
    case 'unfinished':
      return { status: opinion.status, words: UNFINISHED_WORDS[opinion.reason] };
    default:
      return opinion;
  }
}

function signatureView(signature: SignatureVerification, zone: string): VerifyPageSignature {
  const moment = (iso: string) => formatDateTime(new Date(iso), zone);
  const momentOrNull = (iso: string | null) => (iso === null ? null : moment(iso));
  return {
    kind: signature.kind,
    conclusion: conclusionOfSignature(signature),
    fieldName: signature.fieldName,
    signerName: signature.signerName,
    reason: signature.reason,
    location: signature.location,
    claimedTime: momentOrNull(signature.claimedTime),
    provenTime: momentOrNull(signature.provenTime),
    intact: signature.intact,
    trusted: signature.trusted,
    coversWholeDocument: signature.coversWholeDocument,
    revision: signature.revision,
    level: signature.level,
    seal:
      signature.seal === null
        ? null
        : {
            ...signature.seal,
            validFrom: moment(signature.seal.validFrom),
            validUntil: moment(signature.seal.validUntil),
          },
    chain: signature.chain.map((certificate) => ({
      ...certificate,
      notBefore: moment(certificate.notBefore),
      notAfter: moment(certificate.notAfter),
    })),
    timestamps: signature.timestamps.map(({ time, authority, trusted }) => ({
      time: momentOrNull(time),
      authority,
      trusted,
    })),
    changesAfter: signature.changesAfter.map(({ kind, allowed, unclear, detail, revision }) => ({
      kind,
      words: CHANGE_WORDS[kind],
      allowed,
      unclear,
      detail,
      revision,
    })),
    problems: problemViews(signature.problems),
  };
}

function problemViews(problems: readonly Problem[]): readonly VerifyPageProblem[] {
  return problems.map(({ code, effect, text, detail }) => ({ code, effect, words: text, detail }));
}
