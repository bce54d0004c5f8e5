import { DocumentRefused } from '@cinnabar/pdf/model.js';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import type { VerificationPolicy } from '@cinnabar/pdf/verify/verify-document.js';
import type { ChainVerdict } from '../../../custody/event-chain.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import { StorageError } from '../../../storage/storage-error.js';
import { findFile } from '../../../storage/stored-files.js';
import { type Corp, findCorp, formerCode } from '../../enterprise/index.js';
import { findUser, type User } from '../../members/index.js';
import type { Flow, FlowFile } from '../flow/flow.js';
import { loadHistory } from '../flow/store/load-history.js';
import { preimagePurpose } from '../sign/confirm-intent.js';
import { policyForOwnFiles } from '../verify/verification-policies.js';
import { type DailyRoot, dailyRootOf } from './daily-root.js';
import { preimageKey } from './preimage-key.js';
import { checkChain, type FileHistory, historyOfFile, type ReadEvent, readEvents } from './rules/evidence.js';
import { usedPreimages } from './store/used-intents.js';

/** A contract file with everything known of its bytes. */
export interface FileEvidence {
  readonly file: FlowFile;
  /** The upload in its original form; null if it is not stored any more. */
  readonly upload: { readonly fileName: string; readonly hash: string } | null;
  readonly history: FileHistory | null;
  /** Bytes of each stored revision, by hash. */
  readonly lengths: ReadonlyMap<string, number>;
  /** Whether all stored bytes were read and have the recorded hashes. */
  readonly intact: boolean;
  /** Verification of the current file; null if it cannot be read. */
  readonly verification: Verification | null;
}

export interface Evidence {
  readonly flow: Flow;
  readonly events: readonly ReadEvent[];
  readonly chain: ChainVerdict;
  readonly files: readonly FileEvidence[];
  readonly persons: ReadonlyMap<UserId, User>;
  readonly corps: ReadonlyMap<CorpId, Corp>;
  readonly dailyRoot: DailyRoot | null;
  /** Preimages of the intents of acts, by preimageKey. */
  readonly preimages: ReadonlyMap<string, string>;
}

export type EvidenceServices = Pick<
  Services,
  'blobs' | 'documents' | 'authority' | 'config' | 'revocationLists' | 'envelope'
>;

/** Collects and checks everything that the report states about a flow. */
export async function gatherEvidence(
  db: Db,
  services: EvidenceServices,
  flow: Flow,
  now: Date,
): Promise<Evidence> {
  const events = readEvents(await loadHistory(db, flow));
  const policy = await policyForOwnFiles(services, now);
  const files: FileEvidence[] = [];
  for (const file of flow.files) {
    const stored = await findFile(db, flow.corpId, file.fileKey);
    const upload =
      stored === null ? null : { fileName: stored.fileName, hash: stored.originalHash ?? stored.hash };
    const history = historyOfFile(events, file);
    const hashes = new Set([
      file.baseHash,
      file.currentHash,
      ...(upload === null ? [] : [upload.hash]),
      ...(history === null ? [] : [history.prepared, ...history.steps.map(({ after }) => after)]),
    ]);
    const lengths = await storedLengths(services, flow.corpId, hashes);
    files.push({
      file,
      upload,
      history,
      lengths,
      intact: [...hashes].every((hash) => lengths.has(hash)),
      verification: lengths.has(file.currentHash) ? await verified(services, flow, file, policy) : null,
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
    if (corp !== null)
      corps.set(corpId, { ...corp, corpCode: corp.corpCode ?? (await formerCode(db, corpId)) });
  }
  const dailyRoot = await dailyRootOf(db, flow);
  const preimages = await openedPreimages(db, services, flow);
  return { flow, events, chain: checkChain(events, flow), files, persons, corps, dailyRoot, preimages };
}

/** Preimages of the intents of acts, by preimageKey. */
export async function openedPreimages(
  db: Db,
  { envelope }: Pick<Services, 'envelope'>,
  { corpId, flowId }: Flow,
): Promise<ReadonlyMap<string, string>> {
  const opened = new Map<string, string>();
  for (const { intentId, participantId, preimage } of await usedPreimages(db, flowId)) {
    const purpose = preimagePurpose(intentId, participantId);
    const text = Buffer.from(await envelope.decrypt(corpId, purpose, preimage)).toString('utf8');
    opened.set(preimageKey(intentId, participantId), text);
  }
  return opened;
}

/** The store returns only bytes that have the requested hash. */
async function storedLengths(
  { blobs }: Pick<Services, 'blobs'>,
  corpId: CorpId,
  hashes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const lengths = new Map<string, number>();
  for (const hash of hashes) {
    try {
      lengths.set(hash, (await blobs.get(corpId, hash)).length);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
    }
  }
  return lengths;
}

async function verified(
  { blobs, documents }: EvidenceServices,
  flow: Flow,
  file: FlowFile,
  policy: VerificationPolicy,
): Promise<Verification | null> {
  try {
    return await documents.verifyDocument(await blobs.get(flow.corpId, file.currentHash), policy);
  } catch (error) {
    if (error instanceof DocumentRefused) return null;
    throw error;
  }
}
