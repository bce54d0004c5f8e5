import { type Problem, problem, verdictOf } from '../reasons.js';
import type { SignatureVerification, Verification } from '../verification.js';
import type { DisplayedPlace, OpinionGiven, PageDifference } from './second-opinion.js';

/**
 * Adds the result of the rendering comparison to a verification. If renderings differ or the comparison was not
 * completed, the signatures concerned become indeterminate: differences prove that two readers see different documents,
 * not which one is wrong.
 */
export function withOpinion(verification: Verification, opinion: OpinionGiven): Verification {
  const { secondOpinion: asked } = verification;
  if (asked.status !== 'wanted') return verification;
  const signatures = verification.signatures.map((signature, index) => {
    const comparison = asked.comparisons.find((each) => each.signatures.includes(index));
    if (comparison === undefined) return signature;
    return withProblems(signature, problemsOf(opinion, comparison.revision));
  });
  const problems = [...verification.problems, ...signatures.flatMap((signature) => signature.problems)];
  const verdict = verification.verdict === 'unsigned' ? verification.verdict : verdictOf(problems);
  return {
    ...verification,
    ...{ verdict, signatures, secondOpinion: opinion },
    valid: verdict === 'valid' || verdict === 'valid_with_remarks',
  };
}

function withProblems(signature: SignatureVerification, added: readonly Problem[]): SignatureVerification {
  if (added.length === 0) return signature;
  const problems = [...signature.problems, ...added];
  // A document cannot be called intact if it may be displayed differently.
  return { ...signature, problems, verdict: verdictOf(problems), intact: false, level: null };
}

function problemsOf(opinion: OpinionGiven, revision: number): readonly Problem[] {
  switch (opinion.status) {
    case 'agrees':
      return [];
    case 'unfinished':
      return [problem('RENDERING_UNFINISHED', opinion.reason)];
    case 'differs': {
      const found = opinion.differences.filter((each) => each.revision === revision);
      return found.map((difference) => problem('RENDERING_DIFFERS', detailOf(difference)));
    }
  }
}

const MM_PER_PX = 25.4 / 96;

/** Such as `page 2 pixels 30,120 50x8 mm`: distance from the left and the top, width and height. */
function detailOf({ page, kind, places }: PageDifference): string {
  const where = places.map((place) => inMillimetres(place)).join('; ');
  return `page ${page} ${kind}${where === '' ? '' : ` ${where} mm`}`;
}

function inMillimetres({ x, y, width, height }: DisplayedPlace): string {
  const mm = (px: number): number => Math.round(px * MM_PER_PX);
  return `${mm(x)},${mm(y)} ${Math.max(1, mm(width))}x${Math.max(1, mm(height))}`;
}
