/** The part in a flow that a newcomer was sent a link for. */
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../database/schema.js';
import type { Context, LinkGrant, UserId } from '../../operation/context.js';
import { type Corp, findCorp, findCorpByName } from '../enterprise/index.js';
import { type Flow, loadFlow, type Participant } from '../flows/index.js';

/** What a step of a newcomer works with. */
export type Step = Pick<Context, 'db' | 'services' | 'now'>;

export interface Part {
  readonly flow: Flow;
  readonly participant: Participant;
  readonly participantId: ParticipantId;
  readonly userId: UserId;
}

/** As it is now; null for links that are for something else. */
export async function partOfLink(db: Db, { corpId, userId, kind, subject }: LinkGrant): Promise<Part | null> {
  const { flowId, participantId } = subject;
  if ((kind !== 'sign' && kind !== 'fill') || flowId === undefined || participantId === undefined)
    return null;
  const flow = await loadFlow(db, corpId, flowId);
  const participant = flow?.participants.find((each) => each.participantId === participantId);
  if (flow === null || participant === undefined || participant.psnId !== userId) return null;
  return { flow, participant, participantId, userId };
}

/** The enterprise of the part, bound or merely named; null where it is not here, or nobody is named. */
export async function corpOfPart(db: Db, { participant }: Part): Promise<Corp | null> {
  if (participant.corpId !== null) return findCorp(db, participant.corpId);
  return participant.corpName.trim() === '' ? null : findCorpByName(db, participant.corpName);
}
