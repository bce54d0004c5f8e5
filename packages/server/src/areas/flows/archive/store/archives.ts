import type { FileId, FlowId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import { executeGathered, gate, openGate, type Write } from '../../../../database/gathered-writes.js';
import { toJson } from '../../../../database/json.js';
import type { Db } from '../../../../database/schema.js';
import { transact } from '../../../../database/transact.js';
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

/** A flow with its files that are due. */
export interface DueArchive extends DueFlow {
  readonly records: readonly ArchiveRecord[];
}

/** Flows with files that are due, in all enterprises, the longest overdue first. */
export async function dueArchives(db: Db, now: Date, limit: number): Promise<readonly DueArchive[]> {
  const rows = await db
    .with('overdue', (query) =>
      query
        .selectFrom('flow_archives')
        .select(({ fn }) => ['corp_id', 'flow_id', fn.min('due_at').as('since')])
        .where('due_at', '<=', now)
        .groupBy(['corp_id', 'flow_id'])
        .orderBy('since')
        .orderBy('flow_id')
        .limit(limit),
    )
    .selectFrom('overdue')
    .innerJoin('flow_archives as file', (join) =>
      join.onRef('file.corp_id', '=', 'overdue.corp_id').onRef('file.flow_id', '=', 'overdue.flow_id'),
    )
    .selectAll('file')
    .where('file.due_at', '<=', now)
    .orderBy('overdue.since')
    .orderBy('file.flow_id')
    .orderBy('file.file_id')
    .execute();
  const due = new Map<FlowId, DueFlow & { readonly records: ArchiveRecord[] }>();
  for (const row of rows) {
    const records: ArchiveRecord[] = due.get(row.flow_id)?.records ?? [];
    records.push({
      fileId: row.file_id,
      complete: row.complete,
      archived: row.archived,
      attempts: row.attempts,
      dueAt: row.due_at,
      timestampEndsAt: row.timestamp_ends_at,
    });
    due.set(row.flow_id, { corpId: row.corp_id, flowId: row.flow_id, records });
  }
  return [...due.values()];
}

/** The results for all files of a flow, and the levels of their signatures, for the commit of the revision that reached them. */
export function archiveWrites(
  { corpId, flowId }: DueFlow,
  outcomes: readonly ArchiveOutcome[],
): readonly Write[] {
  const files = outcomes.map(({ fileId, level, timestamp, state }) => ({
    ...{ file_id: fileId, level, complete: state.complete, archived: state.archived },
    ...{ attempts: state.attempts, due_at: state.dueAt, timestamp_ends_at: state.timestampEndsAt },
    timestamp_time: timestamp?.time ?? null,
    timestamp_authority: timestamp?.authority ?? null,
    timestamp_serial_number: timestamp?.serialNumber ?? null,
  }));
  const signatures = outcomes.flatMap((outcome) =>
    outcome.signatures.map(({ fieldName, level, provenAt }) => ({
      ...{ file_id: outcome.fileId, field_name: fieldName, level, proven_at: provenAt },
    })),
  );
  const proven = sql`
    update flow_signatures as signature set level = reached.level, proven_at = reached.proven_at
      from ${gate}, jsonb_to_recordset(${toJson(signatures)}::jsonb)
        as reached(file_id bigint, field_name text, level text, proven_at timestamptz)
     where signature.corp_id = ${corpId} and signature.flow_id = ${flowId}
       and signature.file_id = reached.file_id and signature.field_name = reached.field_name
  `;
  // A file without a new timestamp keeps what is known of its previous one.
  const archived = sql`
    update flow_archives as archive
       set level = outcome.level, complete = outcome.complete, archived = outcome.archived,
           attempts = outcome.attempts, due_at = outcome.due_at, timestamp_ends_at = outcome.timestamp_ends_at,
           timestamp_time = coalesce(outcome.timestamp_time, archive.timestamp_time),
           timestamp_authority = coalesce(outcome.timestamp_authority, archive.timestamp_authority),
           timestamp_serial_number = coalesce(outcome.timestamp_serial_number, archive.timestamp_serial_number)
      from ${gate}, jsonb_to_recordset(${toJson(files)}::jsonb)
        as outcome(file_id bigint, level text, complete boolean, archived boolean, attempts integer, due_at timestamptz,
          timestamp_ends_at timestamptz, timestamp_time timestamptz, timestamp_authority text,
          timestamp_serial_number text)
     where archive.corp_id = ${corpId} and archive.flow_id = ${flowId} and archive.file_id = outcome.file_id
  `;
  return [
    { name: 'proven', body: proven },
    { name: 'archived', body: archived },
  ];
}

/** Stores results that come with no new revision. */
export async function putArchives(db: Db, writes: readonly Write[]): Promise<void> {
  await transact(db, (tx) => executeGathered(tx, openGate, writes, { alone: true }));
}

/** Reschedules files that could not be attempted, so that they do not block others. */
export async function setBack(db: Db, { corpId, flowId, records }: DueArchive, now: Date): Promise<void> {
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
