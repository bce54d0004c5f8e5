import type { CorpId, UserId } from '../../context.js';
import type { Db } from '../../database/schema.js';
import type { Services } from '../../services.js';
import { StorageError } from '../../storage/storage-error.js';
import { findFile } from '../../storage/stored-files.js';
import type { ChainVerdict } from '../../trust/event-chain.js';
import { type Corp, findCorp } from '../enterprise/index.js';
import { findUser, type User } from '../members/index.js';
import type { Flow, FlowFile } from './flow.js';
import { checkChain, type FileHistory, historyOfFile, type ReadEvent, readEvents } from './rules/evidence.js';
import { loadHistory } from './store/load-history.js';

/** A contract file with all that is known of its bytes. */
export interface FileEvidence {
  readonly file: FlowFile;
  /** SHA-256 of the upload as it came; null where it is not stored any more. */
  readonly uploadHash: string | null;
  readonly history: FileHistory | null;
  /** Whether the stored bytes were read and have the hashes that were recorded. */
  readonly intact: boolean;
}

export interface Evidence {
  readonly flow: Flow;
  readonly events: readonly ReadEvent[];
  readonly chain: ChainVerdict;
  readonly files: readonly FileEvidence[];
  readonly persons: ReadonlyMap<UserId, User>;
  readonly corps: ReadonlyMap<CorpId, Corp>;
}

/** Everything that the report says of a flow, looked up and checked. */
export async function gatherEvidence(
  db: Db,
  services: Pick<Services, 'blobs'>,
  flow: Flow,
): Promise<Evidence> {
  const events = readEvents(await loadHistory(db, flow));
  const files: FileEvidence[] = [];
  for (const file of flow.files) {
    const stored = await findFile(db, flow.corpId, file.fileKey);
    const uploadHash = stored === null ? null : (stored.originalHash ?? stored.hash);
    const hashes = new Set([file.baseHash, file.currentHash, ...(uploadHash === null ? [] : [uploadHash])]);
    files.push({
      file,
      uploadHash,
      history: historyOfFile(events, file),
      intact: await areIntact(services, flow.corpId, hashes),
    });
  }
  const persons = new Map<UserId, User>();
  for (const userId of new Set([flow.initiatorId, ...flow.participants.map(({ psnId }) => psnId)])) {
    const person = await findUser(db, userId);
    if (person !== null) persons.set(userId, person);
  }
  const corps = new Map<CorpId, Corp>();
  for (const corpId of new Set([flow.corpId, ...flow.participants.flatMap(({ corpId }) => corpId ?? [])])) {
    const corp = await findCorp(db, corpId);
    if (corp !== null) corps.set(corpId, corp);
  }
  return { flow, events, chain: checkChain(events, flow), files, persons, corps };
}

/** The store gives out no bytes that do not have the hash that they are asked for by. */
async function areIntact(
  { blobs }: Pick<Services, 'blobs'>,
  corpId: CorpId,
  hashes: ReadonlySet<string>,
): Promise<boolean> {
  try {
    for (const hash of hashes) await blobs.get(corpId, hash);
    return true;
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}
