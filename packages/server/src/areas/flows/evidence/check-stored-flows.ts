import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import type { Db } from '../../../database/schema.js';
import type { BlobStore } from '../../../storage/blob-store.js';
import { StorageError } from '../../../storage/storage-error.js';
import { loadHistory } from '../flow/store/load-history.js';
import { checkChain, readEvents } from './rules/evidence.js';
import { type FlowToCheck, flowsAfter, signedFilesOf } from './store/stored-flows.js';

export interface StoredFlowsParts {
  readonly db: Db;
  readonly blobs: Pick<BlobStore, 'get'>;
  /** @throws DocumentRefused */
  readonly verify: (bytes: Uint8Array) => Promise<Verification>;
}

export interface StoredFlowsCheck {
  readonly flows: number;
  readonly signedFiles: number;
  /** Signed files of which the verifier cannot decide, such as those timestamped by an authority that is not trusted here. */
  readonly undecided: number;
  readonly problems: readonly string[];
}

const FLOWS_AT_ONCE = 500;

/** Examines the history of every flow, and verifies every file that has a signature. Changes nothing. */
export async function checkStoredFlows(parts: StoredFlowsParts): Promise<StoredFlowsCheck> {
  const tally = { flows: 0, signedFiles: 0, undecided: 0 };
  const problems: string[] = [];
  let after: FlowId | null = null;
  for (;;) {
    const flows: readonly FlowToCheck[] = await flowsAfter(parts.db, after, FLOWS_AT_ONCE);
    for (const flow of flows) {
      tally.flows += 1;
      const chain = checkChain(readEvents(await loadHistory(parts.db, flow)), flow);
      if (!chain.intact)
        problems.push(`contract ${flow.flowId}: its history is broken at ${chain.index + 1}`);
      for (const hash of await signedFilesOf(parts.db, flow)) {
        tally.signedFiles += 1;
        const verdict = await verdictOn(parts, flow, hash);
        if (verdict === 'indeterminate') tally.undecided += 1;
        else if (verdict !== 'valid' && verdict !== 'valid_with_remarks') {
          problems.push(`contract ${flow.flowId}: the signatures of ${hash} are ${verdict}`);
        }
      }
      after = flow.flowId;
    }
    if (flows.length < FLOWS_AT_ONCE) return { ...tally, problems };
  }
}

async function verdictOn(
  { blobs, verify }: StoredFlowsParts,
  { corpId }: FlowToCheck,
  hash: string,
): Promise<Verification['verdict'] | 'unreadable'> {
  try {
    return (await verify(await blobs.get(corpId, hash))).verdict;
  } catch (error) {
    if (error instanceof DocumentRefused || error instanceof StorageError) return 'unreadable';
    throw error;
  }
}
