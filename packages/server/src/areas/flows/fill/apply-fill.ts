import type { Db } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import { type Actor, actorDetail } from '../flow/actor.js';
import { type FlowEvent, flowFilled, newsOf } from '../flow/events.js';
import { type Component, type Flow, type Participant, SignStatus } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { moveFlow } from '../flow/rules/states.js';
import { textHash } from '../flow/rules/text-hash.js';
import { prepareFiles } from '../start/prepare-files.js';
import { type FillDecision, withValues } from './rules/filling.js';

/** What a decision about filling makes of the flow; draws the values when filling ends. */
export async function applyFill(
  services: Pick<Services, 'documents' | 'blobs'>,
  db: Db,
  flow: Flow,
  decision: FillDecision,
  actor: Actor,
  now: Date,
): Promise<FlowChange> {
  const components = withValues(flow.components, decision.values);
  const participants = flow.participants.map((participant) =>
    decision.finished.includes(participant) ? finishFilling(participant, now) : participant,
  );
  const filled: Flow = { ...flow, components, participants };
  const events = [filledEvent(decision, components, actor)];
  if (!decision.fillingEnds) {
    return { after: filled, events, news: decision.finished.length > 0 ? [newsOf(flowFilled, filled)] : [] };
  }
  const signing = moveFlow(flow.status, 'startSigning');
  if (signing === null) throw new Error(`filling ended in state ${flow.status}`);
  const files = await prepareFiles(services, db, filled);
  const after: Flow = { ...filled, files, status: signing };
  return {
    after,
    events: [...events, fillingEndedEvent(after)],
    news: [newsOf(flowFilled, after)],
  };
}

/** A filler who also signs goes on to signing; one who only fills is done. */
export function finishFilling(participant: Participant, now: Date): Participant {
  return {
    ...participant,
    filled: true,
    draftTime: now,
    signStatus: participant.signs ? SignStatus.signing : SignStatus.signed,
  };
}

function filledEvent(decision: FillDecision, components: readonly Component[], actor: Actor): FlowEvent {
  return {
    kind: 'filled',
    detail: {
      actor: actorDetail(actor),
      values: components
        .filter((component) => decision.values.has(component.componentId))
        .map((component) => ({
          componentId: component.componentId,
          name: component.componentName,
          value: component.value,
        })),
      finished: decision.finished.map((participant) => participant.participantId),
    },
  };
}

/** What everybody will sign: each file with its values, and the hash of the texts that intents are bound to. */
export function fillingEndedEvent(flow: Flow): FlowEvent {
  return {
    kind: 'fillingEnded',
    detail: {
      // Without a salt, short values of an encrypted flow would be found by trying.
      ...(flow.encrypted ? {} : { textHash: textHash(flow) }),
      files: flow.files.map((file) => ({
        fileId: file.fileId,
        fileName: file.fileName,
        uploaded: file.baseHash,
        prepared: file.currentHash,
      })),
    },
  };
}
