/** Acts covered by an intent or by its face check: exactly the named acts, or the texts of their flows. */
import type { FillCommand, FlowId, ParticipantId, SignCommand } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField } from '../../../operation/refusal.js';
import { signerIdentity, underVerifiedName } from '../flow/signer-facts.js';
import { type SeenFlow, seeAsParticipant } from '../view/access.js';
import { readAct, readFills, textTerms, withFills } from './act-of.js';
import { type IntendedAct, namedFlows, openSigners, refuseUnlessSignable } from './confirm-intent.js';

export interface IntentRequest {
  readonly flowId?: FlowId;
  readonly flowIds?: readonly FlowId[];
  readonly participantId?: ParticipantId;
  readonly signComponents?: readonly SignCommand[];
  readonly fillComponents?: readonly FillCommand[];
}

/**
 * With commands: the act that they make in each flow; the file of a command determines its flow. Without commands: the
 * present text of the flow, for each own participant who still has to sign.
 * @throws Refusal 404, PERMISSION_DENIED, FLOW_STATE, FLOW_EXPIRED; 400 naming the element
 */
export async function intendedActs(
  ctx: MemberContext,
  request: IntentRequest,
): Promise<readonly IntendedAct[]> {
  const seen: SeenFlow[] = [];
  for (const flowId of namedFlows(request.flowId, request.flowIds))
    seen.push(await seeAsParticipant(ctx, flowId));
  for (const each of seen) refuseUnlessSignable(each, ctx.now);
  refuseStrayCommands(seen, request);
  const acts: IntendedAct[] = [];
  for (const each of seen) acts.push(...(await actsIn(ctx, each, request)));
  return acts;
}

async function actsIn(
  ctx: MemberContext,
  seen: SeenFlow,
  request: IntentRequest,
): Promise<readonly IntendedAct[]> {
  const { flow, own } = seen;
  const isHere = (command: { readonly contractFileId: number }) =>
    flow.files.some(({ fileId }) => fileId === command.contractFileId);
  const participantId = own.find((each) => each.participantId === request.participantId)?.participantId;
  const fillComponents = request.fillComponents?.filter(isHere);
  if (request.signComponents !== undefined) {
    const { signer, terms } = await readAct(ctx, seen, {
      ...(participantId === undefined ? {} : { participantId }),
      signComponents: request.signComponents.filter(isHere),
      ...(fillComponents === undefined ? {} : { fillComponents }),
    });
    return [{ flow, participant: signer, terms }];
  }
  const filled = withFills(flow, await readFills(ctx, seen, fillComponents));
  const acts: IntendedAct[] = [];
  for (const each of openSigners(own)) {
    if (participantId !== undefined && each.participantId !== participantId) continue;
    const identity = await signerIdentity(ctx.db, each, ctx.actingMember);
    const participant = underVerifiedName(each, { identity });
    acts.push({ flow, participant, terms: await textTerms(ctx.db, filled, each.participantId) });
  }
  return acts;
}

/**
 * Refuses a command for a file of none of the flows, or for another person's participant, which would otherwise be
 * ignored silently.
 */
function refuseStrayCommands(seen: readonly SeenFlow[], request: IntentRequest): void {
  const files = new Set<number>(seen.flatMap(({ flow }) => flow.files.map(({ fileId }) => fileId)));
  for (const field of ['signComponents', 'fillComponents'] as const) {
    const index = (request[field] ?? []).findIndex(({ contractFileId }) => !files.has(contractFileId));
    if (index === -1) continue;
    throw invalidField(`${field}[${index}].contractFileId`, {
      zh: '合同中没有该文件',
      en: 'is no file of these flows',
    });
  }
  const { participantId } = request;
  const isOwn = seen.some(({ own }) => openSigners(own).some((each) => each.participantId === participantId));
  if (participantId === undefined || isOwn) return;
  throw invalidField('participantId', {
    zh: '不是您代表的待签参与方',
    en: 'is not a signer that you act for',
  });
}
