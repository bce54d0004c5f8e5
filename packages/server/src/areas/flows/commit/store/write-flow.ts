/** The writes of a flow's own tables: each commit replaces the state on which it was decided, or writes nothing. */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { insertRows, opened, updateRows, type Write } from '../../../../database/gathered-writes.js';
import { toJson } from '../../../../database/json.js';
import type { Tx } from '../../../../database/schema.js';
import type { FlowsTable } from '../../../../database/tables/flows.js';
import type { Attachment, Component, Flow, FlowFile, Participant } from '../../flow/flow.js';
import { awaitedCorpKey } from '../../flow/rules/newcomers.js';
import { attachmentRows } from '../../flow/store/attachments.js';
import { openly, openValue, sealedTextsOf } from '../../flow/store/flow-texts.js';
import { RevisionLost } from '../revision-lost.js';

/** Inserts the row of a new flow if the conditions hold: the gate of its other writes. */
export async function insertedFlow(
  tx: Tx,
  flow: Flow,
  conditions: readonly RawBuilder<boolean>[],
): Promise<RawBuilder<unknown>> {
  const row: Insertable<FlowsTable> = { ...flowRow(flow), sealed: await sealedTextsOf(tx, flow) };
  const columns = Object.keys(row).map((column) => sql.ref(column));
  const values = Object.values(row).map((value) => sql`${value}`);
  return sql`insert into flows (${sql.join(columns)}) select ${sql.join(values)}
    where ${allOf(conditions)} returning ${opened}`;
}

/** Everything that belongs to a new flow. */
export async function newFlowRows(
  tx: Tx,
  flow: Flow,
  attachments: readonly Attachment[],
  now: Date,
): Promise<readonly Write[]> {
  const key = { corp_id: flow.corpId, flow_id: flow.flowId };
  const participants = flow.participants.map((each) => ({ ...key, ...participantRow(flow, each) }));
  const files = flow.files.map((file, sort) => ({
    ...key,
    file_id: file.fileId,
    sort,
    file_code: file.fileCode,
    file_name: openly(flow, file.fileName),
    file_key: file.fileKey,
    base_hash: file.baseHash,
    current_hash: file.currentHash,
    pages: toJson(file.pages),
  }));
  const copiers = flow.copiers.map((copier) => ({
    ...key,
    copier_id: copier.copierId,
    type: copier.type,
    copier_corp_id: copier.corpId,
    copier_corp_name: copier.corpName,
    psn_id: copier.psnId,
    psn_name: copier.psnName,
    psn_account: copier.psnAccount,
  }));
  return [
    ...insertRows('flow_participants', participants),
    ...insertRows('flow_files', files, { json: ['pages'] }),
    ...revisionRows(flow, flow.files, now),
    ...componentRows(flow, flow.components, 0),
    ...insertRows('flow_copiers', copiers),
    ...(await attachmentRows(tx, flow, attachments, now)),
  ];
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Updates the row of a flow if `before` is still the stored state and the conditions hold: the gate of its other writes. */
export async function replacedFlow(
  tx: Tx,
  before: Flow,
  after: Flow,
  conditions: readonly RawBuilder<boolean>[],
): Promise<RawBuilder<unknown>> {
  const update = tx
    .updateTable('flows')
    .set({
      revision: after.revision,
      status: after.status,
      title: openly(after, after.title),
      end_reason: after.endReason === null ? null : openly(after, after.endReason),
      remark: openly(after, after.remark),
      sealed: await sealedTextsOf(tx, after),
      initiator_id: after.initiatorId,
      initiator_name: after.initiatorName,
      fee_paid: after.feePaid,
      started_at: after.startTime,
      finished_at: after.finishTime,
      deadline: after.deadline,
      event_count: after.eventCount,
      event_head: after.eventHead,
      deleted_at: after.deletedAt,
      reminded_at: after.remindedAt,
    })
    .where('corp_id', '=', before.corpId)
    .where('flow_id', '=', before.flowId)
    .where('revision', '=', before.revision)
    .where(allOf(conditions));
  return sql`${update.returning(opened)}`;
}

/** What has changed of everything that belongs to a flow. */
export function changedFlowRows(before: Flow, after: Flow, now: Date): readonly Write[] {
  const key = { corp_id: after.corpId, flow_id: after.flowId };
  const participants = after.participants
    .filter((participant) => !before.participants.includes(participant))
    .map((participant) => participantRow(after, participant));
  const known = new Set(before.components.map((component) => component.componentId));
  const components = after.components
    .filter((component) => known.has(component.componentId) && !before.components.includes(component))
    .map((component) => ({
      component_id: component.componentId,
      value: openValue(after, component),
      placed: placedJson(after, component),
    }));
  const added = after.components.filter((component) => !known.has(component.componentId));
  const files = after.files.filter((file) => !before.files.includes(file));
  const hashes = files.map((file) => ({ file_id: file.fileId, current_hash: file.currentHash }));
  return [
    ...updateRows('flow_participants', key, 'participant_id', participants),
    ...updateRows('flow_components', key, 'component_id', components, { json: ['placed'] }),
    ...componentRows(after, added, before.components.length),
    ...updateRows('flow_files', key, 'file_id', hashes),
    ...revisionRows(after, files, now),
  ];
}

/** Locks the flow before its approvals. Throws RevisionLost if `before` is no longer the stored state. */
export async function lockRevision(tx: Tx, before: Flow): Promise<void> {
  if ((await lockFlow(tx, before)) !== before.revision) throw new RevisionLost();
}

/** Locks the flow until the end of the transaction. @returns its revision, or null if the flow does not exist */
export async function lockFlow(
  tx: Tx,
  { corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>,
): Promise<number | null> {
  const row = await tx
    .selectFrom('flows')
    .select('revision')
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .forUpdate()
    .executeTakeFirst();
  return row?.revision ?? null;
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
    reminded_at: flow.remindedAt,
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

function componentRows(flow: Flow, components: readonly Component[], firstSort: number): readonly Write[] {
  const rows = components.map((component, index) => ({
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
  }));
  return insertRows('flow_components', rows, { json: ['attribute', 'placed'] });
}

function placedJson(flow: Flow, { placed }: Component): string | null {
  if (placed === null) return null;
  return toJson(flow.encrypted ? { ...placed, salt: null } : placed);
}

function revisionRows(flow: Flow, files: readonly FlowFile[], now: Date): readonly Write[] {
  return insertRows(
    'flow_revisions',
    files.map((file) => ({
      corp_id: flow.corpId,
      flow_id: flow.flowId,
      file_id: file.fileId,
      revision: flow.revision,
      hash: file.currentHash,
      created_at: now,
    })),
  );
}
