import type { LinkContext } from '../shared/link/link-context.js';
import { faceCheckAddress, faceResult, forgetFaceResult } from '../shared/proof/face-check.js';
import { forget, keep, kept } from '../shared/state/kept.js';
import type { Decision, ProofGiven } from './decision.js';

/** Storage key of the decision that is pending during a face check. */
const KEY = 'decision';

/** Stores the decision, and returns the URL of a face check that leads back to this page. */
export async function startFaceCheck(link: LinkContext, decision: Decision): Promise<string> {
  const url = await faceCheckAddress(link, { id: decision.approvalIds.join(','), authType: 'approvalSign' });
  keep(KEY, JSON.stringify(decision), 'sessionStorage');
  return url;
}

export interface Returned {
  readonly decision: Decision;
  readonly proof: ProofGiven;
}

/** The pending decision with the result of the face check; null for visitors who do not return from one. */
export function returnFromFaceCheck(): Returned | null {
  const result = faceResult();
  const found = kept(KEY, 'sessionStorage');
  if (result === null || found === null) return null;
  // Only this module writes the value, so the type is known.
  const decision: Decision = JSON.parse(found);
  return { decision, proof: { authType: 'face', ...result } };
}

/** Called once the page is displayed: neither a reload nor the next approval may find the result. */
export function clearReturn(): void {
  forgetFaceResult();
  forget(KEY, 'sessionStorage');
}
