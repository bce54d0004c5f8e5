import type { Problem, ReasonCode, Verdict } from './reasons.js';
import type { SignatureVerification, Verification } from './verification.js';

/** Conclusions of a verification, as people ask about it. */
export type SignatureConclusion = 'trusted' | 'issuerUnknown' | 'changed' | 'invalid' | 'undecided';
export type Conclusion = SignatureConclusion | 'looksDifferent' | 'unsigned' | 'unreadable';

/** Somebody worked on the file after it was signed; every other invalid signature was wrong from the beginning. */
const CHANGES: ReadonlySet<ReasonCode> = new Set([
  'DIGEST_MISMATCH',
  'FORBIDDEN_CHANGE',
  'REVISION_NOT_COVERED',
  'SIGNATURE_REMOVED',
  'SIGNATURE_UNREACHABLE',
]);
/** Without signatures these mean that none could be searched for. */
const UNREADABLE: ReadonlySet<ReasonCode> = new Set([
  'STRUCTURE_UNREADABLE',
  'ENCRYPTED',
  'SIGNATURE_OUT_OF_REACH',
]);

/**
 * The conclusion about a whole file. It is never better than the verdict: `trusted` is said of valid ones alone, and
 * of an indeterminate one `issuerUnknown` only where every signature is either valid or lacks only trust.
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

/** The conclusion about one signature; what is wrong with the file as a whole is not looked at. */
export function conclusionOfSignature({
  verdict,
  intact,
  problems,
}: Pick<SignatureVerification, 'verdict' | 'intact' | 'problems'>): SignatureConclusion {
  const concluding = concluded(verdict, problems);
  if (concluding !== 'undecided') return concluding;
  const doubts = problems.filter(({ effect }) => effect === 'indeterminate');
  return intact && doubts.every(({ code }) => code === 'CHAIN_UNTRUSTED') ? 'issuerUnknown' : 'undecided';
}

function concluded(verdict: Verdict, problems: readonly Problem[]): SignatureConclusion {
  if (verdict === 'valid' || verdict === 'valid_with_remarks') return 'trusted';
  if (verdict === 'indeterminate') return 'undecided';
  return problems.some(({ code }) => CHANGES.has(code)) ? 'changed' : 'invalid';
}
