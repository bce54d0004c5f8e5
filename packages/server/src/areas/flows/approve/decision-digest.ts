import type { Db } from '../../../database/schema.js';
import { refuse } from '../../../operation/refusal.js';
import type { CoveredAct } from '../../faces/index.js';
import type { Approval } from '../approval/approval.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { textTerms } from '../sign/act-of.js';
import { digestOf } from '../sign/rules/act-terms.js';

/** Digest of an approval's content: the waiting act as its signer confirmed it, or the contract as it is to be sent. */
export async function decisionDigest(db: Db, approval: Approval): Promise<string> {
  const { intent } = approval.request;
  if (intent !== undefined) return intent.digest;
  const flow = await loadFlow(db, approval.flowCorpId, approval.flowId);
  if (flow === null) throw refuse('404');
  return digestOf(await textTerms(db, flow, null)).digest;
}

/** The decision as subject of a face check. */
export async function coveredDecision(db: Db, approval: Approval): Promise<CoveredAct> {
  return {
    businessId: approval.approvalId,
    participantId: null,
    scope: 'text',
    digest: await decisionDigest(db, approval),
    attachmentIds: [],
  };
}

/** Whether a face check was made for exactly these decisions. */
export function coversDecisions(covered: readonly CoveredAct[], decisions: readonly CoveredAct[]): boolean {
  return decisions.every(({ businessId, digest }) =>
    covered.some((each) => each.businessId === businessId && each.digest === digest),
  );
}
