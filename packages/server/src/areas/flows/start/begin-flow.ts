/** What the beginning of a flow writes down and costs, whether it begins with its start or with the end of a draft. */

import type { Tx } from '../../../database/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { charge } from '../../enterprise/index.js';
import { type Actor, actorDetail } from '../flow/actor.js';
import type { FlowEvent } from '../flow/events.js';
import type { Flow } from '../flow/flow.js';
import { chargedLedgers, flowOfEntry } from '../flow/rules/charging.js';

export function startedEvent(actor: Actor, flow: Flow): FlowEvent {
  return { kind: 'started', detail: beginningOf(actor, flow) };
}

export function draftedEvent(actor: Actor, flow: Flow): FlowEvent {
  return { kind: 'drafted', detail: beginningOf(actor, flow) };
}

function beginningOf(actor: Actor, flow: Flow): FlowEvent['detail'] {
  return {
    actor: actorDetail(actor),
    title: flow.title,
    templateId: flow.templateId,
    deadline: flow.deadline?.toISOString() ?? null,
    participants: flow.participants.map((participant) => ({
      participantId: participant.participantId,
      flag: participant.participantFlag,
      corpName: participant.corpName,
      psnName: participant.psnName,
      psnAccount: participant.psnAccount,
      signOrder: participant.signOrder,
    })),
    files: flow.files.map((file) => ({
      fileId: file.fileId,
      fileName: file.fileName,
      uploaded: file.baseHash,
    })),
  };
}

/** Leaving draft takes one contract, and one collection when anybody has to pay with it. */
export async function chargeStart(
  tx: Tx,
  ctx: Pick<MemberContext, 'services' | 'now'>,
  flow: Flow,
): Promise<void> {
  for (const ledger of chargedLedgers(flow)) {
    await charge(tx, ctx.services.ids, {
      corpId: flow.corpId,
      ledger,
      recordType: 'signContract',
      count: -1,
      flow: flowOfEntry(flow),
      remark: null,
      now: ctx.now,
    });
  }
}
