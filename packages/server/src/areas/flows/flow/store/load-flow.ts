import { ApprovalStatus, PaymentPriority } from '@cinnabar/api/enums.js';
import type { FileId, FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type {
  Expression,
  ExpressionBuilder,
  Selectable,
  SelectQueryBuilder,
  ShallowDehydrateObject,
  SqlBool,
} from 'kysely';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { fixedQuery, type Value } from '../../../../database/fixed-query.js';
import { readOnceByTransaction } from '../../../../database/gathered-by-transaction.js';
import { timeFromJson } from '../../../../database/json.js';
import type { Database, Db, Tx } from '../../../../database/schema.js';
import type {
  FlowComponentsTable,
  FlowCopiersTable,
  FlowFilesTable,
  FlowParticipantsTable,
  FlowsTable,
} from '../../../../database/tables/flows.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import type { Copier, Flow, Participant, Payee } from '../flow.js';
import { anybody } from '../rules/inbox-rows.js';
import { storedStatus } from '../rules/states.js';
import type { Actor } from '../rules/viewing.js';
import { withTexts } from './flow-texts.js';

/**
 * The flow, if it concerns the viewer: its initiating enterprise, a participating one, or the person themselves. null
 * for everybody else, as if there were none.
 */
export async function findFlow(db: Db, viewer: Actor, flowId: FlowId): Promise<Flow | null> {
  const { corpId, userId, personal } = viewer;
  const [row] = await seenFlowQuery(db, flowId, corpId, userId, personal === 'all');
  return row === undefined ? null : flowOf(db, row);
}

/** Part of the same statement to save a query: every act on a flow begins here. */
const seenFlowQuery = fixedQuery(
  (db, flowId: Value<FlowId>, corpId: Value<CorpId>, userId: Value<UserId>, seesPersonal: Value<boolean>) =>
    seenFlows(db, flowId, { corpId, userId, seesPersonal }),
);

/** The flow, if it concerns the viewer, as a query to which an act may add what else it reads; see flowOf. */
export function seenFlows(db: Db, flowId: Value<FlowId>, viewer: Conditions): WholeFlows {
  return wholeFlows(db)
    .where('flows.corp_id', '=', (flow) =>
      flow
        .selectFrom('flow_inbox')
        .select('owner_corp_id')
        .where('flow_id', '=', flowId)
        .where((where) => concerns(where, viewer))
        .limit(1),
    )
    .where('flows.flow_id', '=', flowId);
}

/** The flow of a file, if it concerns the viewer; see findFlow. */
export async function flowOfFile(db: Db, viewer: Actor, fileId: FileId): Promise<FlowId | null> {
  const row = await db
    .selectFrom('flow_files as file')
    .innerJoin('flow_inbox', (join) =>
      join.onRef('owner_corp_id', '=', 'file.corp_id').onRef('flow_inbox.flow_id', '=', 'file.flow_id'),
    )
    .select('file.flow_id')
    .where('file.file_id', '=', fileId)
    .where((where) => concerns(where, conditionsOf(viewer)))
    .limit(1)
    .executeTakeFirst();
  return row?.flow_id ?? null;
}

/** The flow of a participant, if it concerns the viewer; see findFlow. */
export async function flowOfParticipant(
  db: Db,
  viewer: Actor,
  participantId: ParticipantId,
): Promise<FlowId | null> {
  const row = await db
    .selectFrom('flow_participants as participant')
    .innerJoin('flow_inbox', (join) =>
      join
        .onRef('owner_corp_id', '=', 'participant.corp_id')
        .onRef('flow_inbox.flow_id', '=', 'participant.flow_id'),
    )
    .select('participant.flow_id')
    .where('participant.participant_id', '=', participantId)
    .where((where) => concerns(where, conditionsOf(viewer)))
    .limit(1)
    .executeTakeFirst();
  return row?.flow_id ?? null;
}

interface Conditions {
  readonly corpId: Value<CorpId>;
  readonly userId: Value<UserId>;
  readonly seesPersonal: Value<boolean>;
}

function conditionsOf({ corpId, userId, personal }: Actor): Conditions {
  return { corpId: sql`${corpId}`, userId: sql`${userId}`, seesPersonal: sql`${personal === 'all'}` };
}

/** Rows of the viewer's enterprise, and the person's own within reach; shared rows are both. */
function concerns(
  where: ExpressionBuilder<Pick<Database, 'flow_inbox'>, 'flow_inbox'>,
  { corpId, userId, seesPersonal }: Conditions,
): Expression<SqlBool> {
  return where.or([
    where('viewer_corp_id', '=', corpId),
    where.and([
      where('viewer_corp_id', '=', anybody),
      where('user_id', '=', userId),
      sql<boolean>`${seesPersonal}::boolean`,
    ]),
  ]);
}

/**
 * Loads the whole flow, by its initiating enterprise, in one statement and therefore one snapshot: a flow's row with
 * parties that a later commit has changed would be a state that the flow never had.
 */
export async function loadFlow(db: Db, corpId: CorpId, flowId: FlowId): Promise<Flow | null> {
  const [row] = await flowQuery(db, corpId, flowId);
  return row === undefined ? null : flowOf(db, row);
}

const flowQuery = fixedQuery((db, corpId: Value<CorpId>, flowId: Value<FlowId>) =>
  wholeFlows(db).where('flows.corp_id', '=', corpId).where('flows.flow_id', '=', flowId),
);

/**
 * Locks the participant until the transaction ends, and so serialises whatever runs under the same lock. A transaction
 * that takes it must not commit a flow, or two could deadlock.
 */
export async function lockParticipant(
  tx: Tx,
  { corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>,
  participantId: ParticipantId,
): Promise<void> {
  await tx
    .selectFrom('flow_participants')
    .select('participant_id')
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .where('participant_id', '=', participantId)
    .forUpdate()
    .execute();
}

/** Whether the stored flow still has the revision at which it was loaded. */
export async function isCurrent(db: Db, { corpId, flowId, revision }: Flow): Promise<boolean> {
  const row = await db
    .selectFrom('flows')
    .select('revision')
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .executeTakeFirst();
  return row?.revision === revision;
}

type FlowKey = Pick<Flow, 'corpId' | 'flowId'>;

const nameOf = ({ corpId, flowId }: FlowKey): string => `${corpId} ${flowId}`;

/** Like loadFlow, once for each in a transaction, and by one statement for all that are loaded concurrently. */
export const loadFlowTogether = readOnceByTransaction(nameOf, async (tx: Tx, keys: readonly FlowKey[]) => {
  const flowAt = await readFlows(tx, keys);
  return Promise.all(keys.map(flowAt));
});

/**
 * Like loadFlow, for many flows by one statement. The result yields each of them; only then are its texts decrypted, so
 * that one that cannot be decrypted fails alone.
 */
export async function readFlows(
  db: Db,
  keys: readonly FlowKey[],
): Promise<(key: FlowKey) => Promise<Flow | null>> {
  const corpIds = keys.map(({ corpId }) => corpId);
  const flowIds = keys.map(({ flowId }) => flowId);
  const rows = keys.length === 0 ? [] : await flowsQuery(db, corpIds, flowIds);
  return async ({ corpId, flowId }) => {
    const row = rows.find((each) => each.corp_id === corpId && each.flow_id === flowId);
    return row === undefined ? null : flowOf(db, row);
  };
}

const flowsQuery = fixedQuery((db, corpIds: Value<readonly CorpId[]>, flowIds: Value<readonly FlowId[]>) =>
  wholeFlows(db).where(
    sql<boolean>`(flows.corp_id, flows.flow_id) in (
        select * from unnest(${corpIds}::bigint[], ${flowIds}::bigint[])
      )`,
  ),
);

/** Rows of a table in JSON form: their times are text (ISO 8601). */
type JsonRows<Table> = ShallowDehydrateObject<Selectable<Table>>[];

/** A flow with everything that belongs to it. */
interface FlowRow extends Selectable<FlowsTable> {
  readonly corp_name: string;
  readonly participants: JsonRows<FlowParticipantsTable>;
  readonly files: JsonRows<FlowFilesTable>;
  readonly components: JsonRows<FlowComponentsTable>;
  readonly copiers: JsonRows<FlowCopiersTable>;
  readonly attachment_count: number | null;
  readonly has_open_approvals: SqlBool;
}

type WholeFlows = SelectQueryBuilder<Database, 'flows' | 'corps', FlowRow>;

function wholeFlows(db: Db): WholeFlows {
  return db
    .selectFrom('flows')
    .innerJoin('corps', 'corps.corp_id', 'flows.corp_id')
    .selectAll('flows')
    .select('corps.corp_name')
    .select((flow) => [
      jsonArrayFrom(
        flow
          .selectFrom('flow_participants as participant')
          .selectAll()
          .whereRef('participant.corp_id', '=', 'flows.corp_id')
          .whereRef('participant.flow_id', '=', 'flows.flow_id')
          .orderBy('draft_sort')
          .orderBy('participant_id'),
      ).as('participants'),
      jsonArrayFrom(
        flow
          .selectFrom('flow_files as file')
          .selectAll()
          .whereRef('file.corp_id', '=', 'flows.corp_id')
          .whereRef('file.flow_id', '=', 'flows.flow_id')
          .orderBy('sort'),
      ).as('files'),
      jsonArrayFrom(
        flow
          .selectFrom('flow_components as component')
          .selectAll()
          .whereRef('component.corp_id', '=', 'flows.corp_id')
          .whereRef('component.flow_id', '=', 'flows.flow_id')
          .orderBy('sort'),
      ).as('components'),
      jsonArrayFrom(
        flow
          .selectFrom('flow_copiers as copier')
          .selectAll()
          .whereRef('copier.corp_id', '=', 'flows.corp_id')
          .whereRef('copier.flow_id', '=', 'flows.flow_id')
          .orderBy('copier_id'),
      ).as('copiers'),
      flow
        .selectFrom('flow_attachments as attachment')
        .select(({ fn }) => fn.countAll<number>().as('attachments'))
        .whereRef('attachment.corp_id', '=', 'flows.corp_id')
        .whereRef('attachment.flow_id', '=', 'flows.flow_id')
        .as('attachment_count'),
      flow
        .exists(
          flow
            .selectFrom('approvals')
            .select('approval_id')
            .whereRef('approvals.flow_corp_id', '=', 'flows.corp_id')
            .whereRef('approvals.flow_id', '=', 'flows.flow_id')
            .where('approvals.status', '=', ApprovalStatus.open),
        )
        .as('has_open_approvals'),
    ]);
}

export function flowOf(db: Db, row: FlowRow): Promise<Flow> {
  const flow: Flow = {
    corpId: row.corp_id,
    corpName: row.corp_name,
    flowId: row.flow_id,
    flowCode: row.flow_code,
    title: row.title,
    status: storedStatus(row.status),
    revision: row.revision,
    templateId: row.template_id,
    initiatorId: row.initiator_id,
    initiatorName: row.initiator_name,
    remark: row.remark,
    endReason: row.end_reason,
    encrypted: row.encrypted,
    confidential: row.confidential,
    reversePay: row.reverse_pay,
    feePaid: row.fee_paid,
    sourceOrderCode: row.source_order_code,
    createTime: row.created_at,
    startTime: row.started_at,
    finishTime: row.finished_at,
    deadline: row.deadline,
    eventCount: row.event_count,
    eventHead: row.event_head,
    digestSalt: row.digest_salt,
    deletedAt: row.deleted_at,
    batchId: row.batch_id,
    remindedAt: row.reminded_at,
    attachmentCount: row.attachment_count ?? 0,
    hasOpenApprovals: row.has_open_approvals === true,
    participants: row.participants.map(participantOf),
    files: row.files.map((file) => ({
      fileId: file.file_id,
      fileCode: file.file_code,
      fileName: file.file_name,
      fileKey: file.file_key,
      baseHash: file.base_hash,
      currentHash: file.current_hash,
      pages: file.pages,
    })),
    components: row.components.map((component) => ({
      componentId: component.component_id,
      participantId: component.participant_id,
      fileId: component.file_id,
      templateComponentId: component.template_component_id,
      componentKey: component.component_key,
      componentName: component.component_name,
      componentType: component.component_type,
      value: component.value,
      required: component.required,
      pageNum: component.page_num,
      positionX: component.position_x,
      positionY: component.position_y,
      attribute: component.attribute,
      placed: component.placed,
    })),
    copiers: row.copiers.map(
      (copier): Copier => ({
        copierId: copier.copier_id,
        type: copier.type,
        corpId: copier.copier_corp_id,
        corpName: copier.copier_corp_name,
        psnId: copier.psn_id,
        psnName: copier.psn_name,
        psnAccount: copier.psn_account,
      }),
    ),
  };
  return withTexts(db, flow, row.sealed);
}

function participantOf(row: JsonRows<FlowParticipantsTable>[number]): Participant {
  return {
    participantId: row.participant_id,
    participantFlag: row.participant_flag,
    type: row.type,
    fills: row.fills,
    signs: row.signs,
    corpId: row.participant_corp_id,
    corpName: row.participant_corp_name,
    psnId: row.psn_id,
    psnName: row.psn_name,
    psnAccount: row.psn_account,
    draftSort: row.draft_sort,
    signOrder: row.sign_order,
    signStatus: row.sign_status,
    filled: row.filled,
    draftTime: timeFromJson(row.draft_time),
    signTime: timeFromJson(row.sign_time),
    payee: payeeOf(row),
  };
}

function payeeOf(row: JsonRows<FlowParticipantsTable>[number]): Payee | null {
  if (row.payee_id === null || row.payee_amount_fen === null) return null;
  return {
    payeeId: row.payee_id,
    amountFen: row.payee_amount_fen,
    paid: row.payee_paid,
    audited: row.payee_audited,
    priority: row.payee_priority ?? PaymentPriority.signFirst,
    remark: row.payee_remark,
  };
}
