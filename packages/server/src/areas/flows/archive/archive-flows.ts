import type { FileId } from '@cinnabar/api/schemas/flow.js';
import { isDatabaseAway } from '../../../database/database-away.js';
import type { MessageLog } from '../../../database/message-log.js';
import type { Db } from '../../../database/schema.js';
import { transactAtOnce } from '../../../database/transact.js';
import type { Services } from '../../../operation/services.js';
import { commitFlowAlone, commitFlowWith } from '../commit/commit-flow.js';
import { RevisionLost } from '../commit/revision-lost.js';
import type { FlowEvent } from '../flow/events.js';
import { type Flow, FlowStatus } from '../flow/flow.js';
import { readFlows } from '../flow/store/load-flow.js';
import { type ArchivedFile, archiveFile } from './archive-file.js';
import { sharedValidation } from './shared-validation.js';
import {
  type ArchiveRecord,
  archiveWrites,
  type DueArchive,
  dueArchives,
  endArchiving,
  putArchives,
  setBack,
} from './store/archives.js';

type ArchivingServices = Pick<Services, 'blobs' | 'documents' | 'timestamps' | 'validation'>;

/** Batch size. Each attempted flow is rescheduled, so the next batch contains others. */
const BATCH = 20;

/**
 * Archives every completed flow that is due: for the first time, again if something was unavailable, or because its
 * archive timestamp expires. Runs in the background; a failing flow does not block the others.
 */
export async function archiveFlows(
  db: Db,
  services: ArchivingServices,
  log: MessageLog,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const due = await dueArchives(db, now, BATCH);
    const flowAt = await readFlows(db, due);
    const { blobs, documents, timestamps, validation } = services;
    const shared = { blobs, documents, timestamps, validation: sharedValidation(validation) };
    for (const each of due) {
      signal.throwIfAborted();
      await archiveDue(db, shared, log, each, () => flowAt(each), now);
    }
    if (due.length < BATCH) return;
  }
}

async function archiveDue(
  db: Db,
  services: ArchivingServices,
  log: MessageLog,
  due: DueArchive,
  read: () => Promise<Flow | null>,
  now: Date,
): Promise<void> {
  try {
    const flow = await read();
    const wanted = flow !== null && flow.status === FlowStatus.completed && flow.deletedAt === null;
    if (!wanted || services.timestamps === null) return await endArchiving(db, due);
    await archiveFlow(db, services, flow, due.records, now);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // If the flow was changed concurrently, nothing is lost: it is processed again.
    if (!(error instanceof RevisionLost))
      log.error(
        `flow ${due.flowId} cannot be archived: ${error instanceof Error ? error.message : String(error)}`,
      );
    await setBack(db, due, now);
  }
}

/** Commits the new revisions, their event and the levels reached together. */
async function archiveFlow(
  db: Db,
  services: ArchivingServices,
  flow: Flow,
  records: readonly ArchiveRecord[],
  now: Date,
): Promise<void> {
  const archived = new Map<FileId, ArchivedFile>();
  for (const file of flow.files) {
    const record = records.find(({ fileId }) => fileId === file.fileId);
    if (record !== undefined) archived.set(file.fileId, await archiveFile(services, flow, file, record, now));
  }
  const after: Flow = { ...flow, files: flow.files.map((file) => archived.get(file.fileId)?.file ?? file) };
  const changed = flow.files.some((file, index) => after.files[index] !== file);
  const writes = archiveWrites(
    flow,
    [...archived].map(([fileId, outcome]) => ({ fileId, ...outcome })),
  );
  if (!changed) return putArchives(db, writes);
  const change = { after, events: [archivedEvent(flow, after, archived)], news: [] };
  await transactAtOnce(db, async (tx, alone) => {
    if (alone) await commitFlowAlone(tx, flow, change, now, { first: [], conditions: [], writes });
    else await commitFlowWith(tx, flow, change, now, { writes, checks: {} });
  });
}

function archivedEvent(before: Flow, after: Flow, archived: ReadonlyMap<FileId, ArchivedFile>): FlowEvent {
  const files = after.files.flatMap((file, index) => {
    const earlier = before.files[index];
    const outcome = archived.get(file.fileId);
    if (earlier === undefined || outcome === undefined || earlier === file) return [];
    const { level, timestamp } = outcome;
    const told =
      timestamp === null
        ? null
        : {
            time: timestamp.time.toISOString(),
            authority: timestamp.authority,
            serialNumber: timestamp.serialNumber,
          };
    return [
      {
        fileId: file.fileId,
        before: earlier.currentHash,
        after: file.currentHash,
        level,
        ...(told === null ? {} : { timestamp: told }),
      },
    ];
  });
  return { kind: 'archived', detail: { files } };
}
