/** The contents of a batch, kept encrypted for as long as items can be started again. */
import { batchStartSignFlow } from '@cinnabar/api/operations/flows.js';
import { openTexts, sealTexts } from '../../../custody/sealed-texts.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';
import type { BatchItem } from './start-items.js';
import type { BatchId } from './store/batches.js';

const placeOf = (corpId: CorpId, batchId: BatchId) => ({ corpId, purpose: `batch ${batchId}` });

export function sealItems(
  db: Db,
  corpId: CorpId,
  batchId: BatchId,
  items: readonly BatchItem[],
): Promise<Uint8Array> {
  return sealTexts(db, placeOf(corpId, batchId), { items });
}

/** Parsed by the schema of the request, so that nothing is started that could not have been requested. */
export async function openItems(
  db: Db,
  corpId: CorpId,
  batchId: BatchId,
  sealed: Uint8Array,
): Promise<readonly BatchItem[]> {
  const stored = await openTexts<unknown>(db, placeOf(corpId, batchId), sealed);
  return batchStartSignFlow.request.read(stored, '', { zone: 'UTC' }).items;
}
