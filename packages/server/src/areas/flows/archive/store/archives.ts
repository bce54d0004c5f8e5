import type { FileId, FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import { type ReachedLevel, retryAt, type SignatureLevel } from '../rules/archiving.js';

export interface DueFlow {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
}

/** Archiving state of a file, apart from the levels of its signatures. */
export interface ArchiveState {
  /** The DSS contains all validation data of its signatures. */
  readonly complete: boolean;
  /** A document timestamp covers it. */
  readonly archived: boolean;
  /** Failed attempts since the last progress. */
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

/** Flows with files that are due, in all enterprises, the longest overdue first. */
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

/** The due files of a flow. */
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

/** Stores the result in the commit of the revision that reached it, with the levels of the signatures. */
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

/** Reschedules files that could not be attempted, so that they do not block others. */
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
      // Another process may have finished it meanwhile.
      .where('due_at', '<=', now)
      .execute();
  }
}

/** Unschedules files that need no archiving: their flow is gone, or there is no authority. */
export async function endArchiving(db: Db, { corpId, flowId }: DueFlow): Promise<void> {
  await db
    .updateTable('flow_archives')
    .set({ due_at: null })
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .execute();
}
