import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { WaitReason } from '@cinnabar/api/schemas/waiting.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';
import type { Waiting } from '../flow/rules/waiting.js';
import { whyWaiting } from '../flow/rules/why-waiting.js';
import { type AwaitedPart, waitFactsOf } from '../flow/store/wait-facts.js';

type Awaited = Pick<Waiting, 'participantId' | 'awaited' | 'since'>;

/** A flow and those for whom it waits. */
export interface WaitingFlow {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly deadline: Date | null;
  readonly waiting: readonly Awaited[];
}

/** Why a flow waits for somebody. */
export type Explain = (flow: WaitingFlow, awaited: Awaited) => WaitReason;

/** Determines why the flows wait, by one statement; only for the initiating enterprise. */
export async function explainWaiting(db: Db, flows: readonly WaitingFlow[], now: Date): Promise<Explain> {
  const facts = await waitFactsOf(db, flows.flatMap(partsOf), now);
  const factsOf = (participantId: ParticipantId | null) =>
    participantId === null ? null : (facts.get(participantId) ?? null);
  return ({ deadline }, awaited) => whyWaiting(awaited, deadline, factsOf(awaited.participantId), now);
}

function partsOf({ corpId, flowId, waiting }: WaitingFlow): readonly AwaitedPart[] {
  return waiting.flatMap(({ participantId, since }) =>
    participantId === null ? [] : [{ corpId, flowId, participantId, since }],
  );
}
