/** Writes flows: each write replaces the state on which it was decided, or writes nothing. */
import { toJson } from '../../../../database/json.js';
import type { Tx } from '../../../../database/schema.js';
import type { Attachment, Component, Flow, FlowFile, Participant } from '../../flow/flow.js';
import { awaitedCorpKey } from '../../flow/rules/newcomers.js';
import { insertAttachments } from '../../flow/store/attachments.js';
import { openly, openValue, sealedTextsOf } from '../../flow/store/flow-texts.js';
import { RevisionLost } from '../revision-lost.js';

/** Inserts a new flow with everything that belongs to it. */
export async function writeNewFlow(
  tx: Tx,
  flow: Flow,
  attachments: readonly Attachment[],
  now: Date,
): Promise<void> {
  const sealed = await sealedTextsOf(tx, flow);
  await tx
    .insertInto('flows')
    .values({ ...flowRow(flow), sealed })
    .execute();
  const key = { corp_id: flow.corpId, flow_id: flow.flowId };
  await tx
    .insertInto('flow_participants')
    .values(flow.participants.map((participant) => ({ ...key, ...participantRow(flow, participant) })))
    .execute();
  await tx
    .insertInto('flow_files')
    .values(
      flow.files.map((file, sort) => ({
        ...key,
        file_id: file.fileId,
        sort,
        file_code: file.fileCode,
        file_name: openly(flow, file.fileName),
        file_key: file.fileKey,
        base_hash: file.baseHash,
        current_hash: file.currentHash,
        pages: toJson(file.pages),
      })),
    )
    .execute();
  await insertRevisions(tx, flow, flow.files, now);
  await insertComponents(tx, flow, flow.components, 0);
  if (flow.copiers.length > 0) {
    await tx
      .insertInto('flow_copiers')
      .values(
        flow.copiers.map((copier) => ({
          ...key,
          copier_id: copier.copierId,
          type: copier.type,
          copier_corp_id: copier.corpId,
          copier_corp_name: copier.corpName,
          psn_id: copier.psnId,
          psn_name: copier.psnName,
          psn_account: copier.psnAccount,
        })),
      )
      .execute();
  }
  await insertAttachments(tx, flow, attachments, now);
}

/** Replaces `before` by `after`. Throws RevisionLost if `before` is no longer the stored state. */
export async function replaceFlow(tx: Tx, before: Flow, after: Flow, now: Date): Promise<void> {
  const updated = await tx
    .updateTable('flows')
    .set({
      revision: after.revision,
      status: after.status,
      title: openly(after, after.title),
      end_reason: after.endReason === null ? null : openly(after, after.endReason),
      remark: openly(after, after.remark),
      sealed: await sealedTextsOf(tx, after),
      fee_paid: after.feePaid,
      started_at: after.startTime,
      finished_at: after.finishTime,
      deadline: after.deadline,
      event_count: after.eventCount,
      event_head: after.eventHead,
      deleted_at: after.deletedAt,
    })
    .where('corp_id', '=', before.corpId)
    .where('flow_id', '=', before.flowId)
    .where('revision', '=', before.revision)
    .executeTakeFirst();
  if (updated.numUpdatedRows !== 1n) throw new RevisionLost();
  await updateParticipants(tx, before, after);
  await updateComponents(tx, before, after);
  await updateFiles(tx, before, after, now);
}

function flowRow(flow: Flow) {
  return {
    corp_id: flow.corpId,
    flow_id: flow.flowId,
    flow_code: flow.flowCode,
    title: openly(flow, flow.title),
    status: flow.status,
    revision: flow.revision,
    template_id: flow.templateId,
    initiator_id: flow.initiatorId,
    initiator_name: flow.initiatorName,
    remark: openly(flow, flow.remark),
    end_reason: flow.endReason === null ? null : openly(flow, flow.endReason),
    encrypted: flow.encrypted,
    confidential: flow.confidential,
    reverse_pay: flow.reversePay,
    fee_paid: flow.feePaid,
    source_order_code: flow.sourceOrderCode,
    created_at: flow.createTime,
    started_at: flow.startTime,
    finished_at: flow.finishTime,
    deadline: flow.deadline,
    event_count: flow.eventCount,
    event_head: flow.eventHead,
    digest_salt: openly(flow, flow.digestSalt),
    deleted_at: flow.deletedAt,
    batch_id: flow.batchId,
  };
}

function participantRow(flow: Flow, participant: Participant) {
  const { payee } = participant;
  return {
    participant_id: participant.participantId,
    participant_flag: participant.participantFlag,
    type: participant.type,
    fills: participant.fills,
    signs: participant.signs,
    participant_corp_id: participant.corpId,
    participant_corp_name: participant.corpName,
    awaited_corp_key: awaitedCorpKey(participant),
    psn_id: participant.psnId,
    psn_name: participant.psnName,
    psn_account: participant.psnAccount,
    draft_sort: participant.draftSort,
    sign_order: participant.signOrder,
    sign_status: participant.signStatus,
    filled: participant.filled,
    draft_time: participant.draftTime,
    sign_time: participant.signTime,
    payee_id: payee?.payeeId ?? null,
    payee_amount_fen: payee?.amountFen ?? null,
    payee_paid: payee?.paid ?? false,
    payee_audited: payee?.audited ?? false,
    payee_priority: payee?.priority ?? null,
    payee_remark: flow.encrypted ? null : (payee?.remark ?? null),
  };
}

async function updateParticipants(tx: Tx, before: Flow, after: Flow): Promise<void> {
  for (const participant of after.participants) {
    if (before.participants.includes(participant)) continue;
    await tx
      .updateTable('flow_participants')
      .set(participantRow(after, participant))
      .where('corp_id', '=', after.corpId)
      .where('flow_id', '=', after.flowId)
      .where('participant_id', '=', participant.participantId)
      .execute();
  }
}

async function updateComponents(tx: Tx, before: Flow, after: Flow): Promise<void> {
  const known = new Set(before.components.map((component) => component.componentId));
  for (const component of after.components) {
    if (before.components.includes(component) || !known.has(component.componentId)) continue;
    await tx
      .updateTable('flow_components')
      .set({ value: openValue(after, component), placed: placedJson(after, component) })
      .where('corp_id', '=', after.corpId)
      .where('flow_id', '=', after.flowId)
      .where('component_id', '=', component.componentId)
      .execute();
  }
  const added = after.components.filter((component) => !known.has(component.componentId));
  await insertComponents(tx, after, added, before.components.length);
}

async function insertComponents(
  tx: Tx,
  flow: Flow,
  components: readonly Component[],
  firstSort: number,
): Promise<void> {
  if (components.length === 0) return;
  await tx
    .insertInto('flow_components')
    .values(
      components.map((component, index) => ({
        corp_id: flow.corpId,
        flow_id: flow.flowId,
        component_id: component.componentId,
        sort: firstSort + index,
        participant_id: component.participantId,
        file_id: component.fileId,
        template_component_id: component.templateComponentId,
        component_key: component.componentKey,
        component_name: component.componentName,
        component_type: component.componentType,
        value: openValue(flow, component),
        required: component.required,
        page_num: component.pageNum,
        position_x: component.positionX,
        position_y: component.positionY,
        attribute: toJson(component.attribute),
        placed: placedJson(flow, component),
      })),
    )
    .execute();
}

function placedJson(flow: Flow, { placed }: Component): string | null {
  if (placed === null) return null;
  return toJson(flow.encrypted ? { ...placed, salt: null } : placed);
}

async function updateFiles(tx: Tx, before: Flow, after: Flow, now: Date): Promise<void> {
  const changed = after.files.filter((file) => !before.files.includes(file));
  for (const file of changed) {
    await tx
      .updateTable('flow_files')
      .set({ current_hash: file.currentHash })
      .where('corp_id', '=', after.corpId)
      .where('flow_id', '=', after.flowId)
      .where('file_id', '=', file.fileId)
      .execute();
  }
  await insertRevisions(tx, after, changed, now);
}

async function insertRevisions(tx: Tx, flow: Flow, files: readonly FlowFile[], now: Date): Promise<void> {
  if (files.length === 0) return;
  await tx
    .insertInto('flow_revisions')
    .values(
      files.map((file) => ({
        corp_id: flow.corpId,
        flow_id: flow.flowId,
        file_id: file.fileId,
        revision: flow.revision,
        hash: file.currentHash,
        created_at: now,
      })),
    )
    .execute();
}
