import type { FileId, FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import type { Flow } from '../../flow/flow.js';
import { GRACE_MS, type ReachedLevel, retryAt, type SignatureLevel } from '../rules/archiving.js';

export interface DueFlow {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
}

/** Archiving state of a file, apart from the levels of its signatures. */
export interface ArchiveState {
  /** Its store holds all that verifying its signatures takes. */
  readonly complete: boolean;
  /** And a document timestamp covers that. */
  readonly archived: boolean;
  /** That have failed since something was last reached. */
  readonly attempts: number;
  readonly dueAt: Date | null;
  /** Expiry of the newest document timestamp; null if there is none. */
  readonly timestampEndsAt: Date | null;
}

export interface ArchiveRecord extends ArchiveState {
  readonly fileId: FileId;
}

export interface ArchiveOutcome {
  readonly fileId: FileId;
  readonly level: SignatureLevel;
  readonly signatures: readonly ReachedLevel[];
  readonly timestamp: {
    readonly time: Date;
    readonly authority: string;
    readonly serialNumber: string;
  } | null;
  readonly state: ArchiveState;
}

/** The files of a completed flow are due once the grace period has passed. */
export async function expectArchives(tx: Tx, flow: Flow, now: Date): Promise<void> {
  await tx
    .insertInto('flow_archives')
    .values(
      flow.files.map(({ fileId }) => ({
        corp_id: flow.corpId,
        flow_id: flow.flowId,
        file_id: fileId,
        level: 'B-B' as const,
        due_at: new Date(now.getTime() + GRACE_MS),
      })),
    )
    .execute();
}

/** Flows with files that are due, over all enterprises, the longest due first. */
export async function dueFlows(db: Db, now: Date, limit: number): Promise<readonly DueFlow[]> {
  const rows = await db
    .selectFrom('flow_archives')
    .select(({ fn }) => ['corp_id', 'flow_id', fn.min('due_at').as('due')])
    .where('due_at', '<=', now)
    .groupBy(['corp_id', 'flow_id'])
    .orderBy('due')
    .orderBy('flow_id')
    .limit(limit)
    .execute();
  return rows.map(({ corp_id: corpId, flow_id: flowId }) => ({ corpId, flowId }));
}

/** Those files of a flow that are due. */
export async function dueFiles(
  db: Db,
  { corpId, flowId }: DueFlow,
  now: Date,
): Promise<readonly ArchiveRecord[]> {
  const rows = await db
    .selectFrom('flow_archives')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .where('due_at', '<=', now)
    .orderBy('file_id')
    .execute();
  return rows.map((row) => ({
    fileId: row.file_id,
    complete: row.complete,
    archived: row.archived,
    attempts: row.attempts,
    dueAt: row.due_at,
    timestampEndsAt: row.timestamp_ends_at,
  }));
}

/** In the commit of the revision that reached it; the levels of the signatures with it. */
export async function putArchive(
  tx: Tx,
  { corpId, flowId }: DueFlow,
  outcome: ArchiveOutcome,
): Promise<void> {
  const { fileId, level, timestamp, state } = outcome;
  await tx
    .updateTable('flow_archives')
    .set({
      level,
      complete: state.complete,
      archived: state.archived,
      attempts: state.attempts,
      due_at: state.dueAt,
      ...(timestamp === null
        ? {}
        : {
            timestamp_time: timestamp.time,
            timestamp_authority: timestamp.authority,
            timestamp_serial_number: timestamp.serialNumber,
            timestamp_ends_at: state.timestampEndsAt,
          }),
    })
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .where('file_id', '=', fileId)
    .execute();
  for (const { fieldName, level: reached, provenAt } of outcome.signatures) {
    await tx
      .updateTable('flow_signatures')
      .set({ level: reached, proven_at: provenAt })
      .where('corp_id', '=', corpId)
      .where('flow_id', '=', flowId)
      .where('file_id', '=', fileId)
      .where('field_name', '=', fieldName)
      .execute();
  }
}

/** Sets files back that could not even be tried, so that they do not be in the way of others. */
export async function setBack(
  db: Db,
  { corpId, flowId }: DueFlow,
  records: readonly ArchiveRecord[],
  now: Date,
): Promise<void> {
  for (const { fileId, attempts } of records) {
    await db
      .updateTable('flow_archives')
      .set({ attempts: attempts + 1, due_at: retryAt(now, attempts + 1) })
      .where('corp_id', '=', corpId)
      .where('flow_id', '=', flowId)
      .where('file_id', '=', fileId)
      // Another process may have been done with it meanwhile.
      .where('due_at', '<=', now)
      .execute();
  }
}

/** Files that nothing is to be done for: their flow is gone, or there is no authority. */
export async function endArchiving(db: Db, { corpId, flowId }: DueFlow): Promise<void> {
  await db
    .updateTable('flow_archives')
    .set({ due_at: null })
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .execute();
}
