import type { Problem, ReasonCode, Verdict } from './reasons.js';
import type { SignatureVerification, Verification } from './verification.js';

/** Conclusions of a verification in everyday terms. */
export type SignatureConclusion = 'trusted' | 'issuerUnknown' | 'changed' | 'invalid' | 'undecided';
export type Conclusion = SignatureConclusion | 'looksDifferent' | 'unsigned' | 'unreadable';

/** Reasons that mean that the file was changed after signing; any other invalid signature was wrong from the start. */
const CHANGES: ReadonlySet<ReasonCode> = new Set([
  'DIGEST_MISMATCH',
  'FORBIDDEN_CHANGE',
  'REVISION_NOT_COVERED',
  'SIGNATURE_REMOVED',
  'SIGNATURE_UNREACHABLE',
]);
/** Reasons that say nothing but that an issuer is not trusted, of the signer or of the maker of the seal. */
const ISSUER_UNKNOWN: ReadonlySet<ReasonCode> = new Set(['CHAIN_UNTRUSTED', 'SEAL_MAKER_UNTRUSTED']);
/** If no signatures were found, these mean that none could be searched for. */
const UNREADABLE: ReadonlySet<ReasonCode> = new Set([
  'STRUCTURE_UNREADABLE',
  'ENCRYPTED',
  'SIGNATURE_OUT_OF_REACH',
]);

/**
 * The conclusion about a whole file. It is never better than the verdict: `trusted` is used only for valid files, and
 * `issuerUnknown` for an indeterminate file only if every signature is valid or lacks nothing but trust.
 */
export function conclusionOf({ verdict, signatures, problems, secondOpinion }: Verification): Conclusion {
  if (signatures.length === 0 && verdict !== 'invalid' && problems.some(({ code }) => UNREADABLE.has(code)))
    return 'unreadable';
  if (verdict === 'unsigned') return 'unsigned';
  if (verdict !== 'indeterminate')
    return concluded(verdict, [...problems, ...signatures.flatMap((signature) => signature.problems)]);
  if (secondOpinion.status === 'differs') return 'looksDifferent';
  const all = signatures.map(conclusionOfSignature);
  const onlyTrustIsMissing =
    !problems.some(({ effect }) => effect !== 'remark') &&
    all.every((each) => each === 'trusted' || each === 'issuerUnknown');
  return onlyTrustIsMissing ? 'issuerUnknown' : 'undecided';
}

/** The conclusion about one signature, regardless of problems with the file as a whole. */
export function conclusionOfSignature({
  verdict,
  intact,
  problems,
}: Pick<SignatureVerification, 'verdict' | 'intact' | 'problems'>): SignatureConclusion {
  const concluding = concluded(verdict, problems);
  if (concluding !== 'undecided') return concluding;
  const doubts = problems.filter(({ effect }) => effect === 'indeterminate');
  return intact && doubts.every(({ code }) => ISSUER_UNKNOWN.has(code)) ? 'issuerUnknown' : 'undecided';
}

function concluded(verdict: Verdict, problems: readonly Problem[]): SignatureConclusion {
  if (verdict === 'valid' || verdict === 'valid_with_remarks') return 'trusted';
  if (verdict === 'indeterminate') return 'undecided';
  return problems.some(({ code }) => CHANGES.has(code)) ? 'changed' : 'invalid';
}
