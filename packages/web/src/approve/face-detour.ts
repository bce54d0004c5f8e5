import type { LinkContext } from '../shared/link/link-context.js';
import { faceCheckAddress, faceResult, forgetFaceResult } from '../shared/proof/face-check.js';
import { forget, keep, kept } from '../shared/state/kept.js';
import type { Decision, ProofGiven } from './decision.js';

/** The decision that somebody left for a face check, until they are back. */
const KEY = 'decision';

/** The address of a face check that comes back to this page. */
export async function leaveForFace(link: LinkContext, decision: Decision): Promise<string> {
  const url = await faceCheckAddress(link, { id: decision.approvalIds.join(','), authType: 'approvalSign' });
  keep(KEY, JSON.stringify(decision), 'sessionStorage');
  return url;
}

export interface Returned {
  readonly decision: Decision;
  readonly proof: ProofGiven;
}

/** What was to be decided, and what the check has brought back; null for whoever comes from anywhere else. */
export function backFromFace(): Returned | null {
  const result = faceResult();
  const found = kept(KEY, 'sessionStorage');
  if (result === null || found === null) return null;
  // Only this page writes it, for itself.
  const decision: Decision = JSON.parse(found);
  return { decision, proof: { authType: 'face', ...result } };
}

/** Once the page is shown: neither a reload nor the next approval shall find it. */
export function forgetReturn(): void {
  forgetFaceResult();
  forget(KEY, 'sessionStorage');
}
