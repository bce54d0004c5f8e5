/** The part in a flow for which a newcomer received a link. */
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../database/schema.js';
import type { Context, LinkGrant, UserId } from '../../operation/context.js';
import { type Corp, findCorp, findCorpByName } from '../enterprise/index.js';
import { type Flow, loadFlow, type Participant } from '../flows/index.js';

/** Context of a newcomer's step. */
export type Step = Pick<Context, 'db' | 'services' | 'now'>;

export interface Part {
  readonly flow: Flow;
  readonly participant: Participant;
  readonly participantId: ParticipantId;
  readonly userId: UserId;
}

/** The present part; null for links with another subject. */
export async function partOfLink(db: Db, { corpId, userId, kind, subject }: LinkGrant): Promise<Part | null> {
  const { flowId, participantId } = subject;
  if ((kind !== 'sign' && kind !== 'fill') || flowId === undefined || participantId === undefined)
    return null;
  const flow = await loadFlow(db, corpId, flowId);
  const participant = flow?.participants.find((each) => each.participantId === participantId);
  if (flow === null || participant === undefined || participant.psnId !== userId) return null;
  return { flow, participant, participantId, userId };
}

/** The enterprise of the part, bound or merely named; null if it is not registered, or none is named. */
export async function corpOfPart(db: Db, { participant }: Part): Promise<Corp | null> {
  if (participant.corpId !== null) return findCorp(db, participant.corpId);
  return participant.corpName.trim() === '' ? null : findCorpByName(db, participant.corpName);
}
