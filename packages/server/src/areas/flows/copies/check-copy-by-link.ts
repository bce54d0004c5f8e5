import type { FileAnswer } from '@cinnabar/api/operation.js';
import type { Db } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import { isCopyOf } from '../flow/rules/viewing.js';
import { loadFlow } from '../flow/store/load-flow.js';
import type { CopyOf } from './copying-page.js';
import { printCheckCopy } from './print-check-copy.js';

/** The print copy for a copier; null if the flow is not, or no longer, visible to them. */
export async function checkCopyByLink(
  { db, services, now }: { readonly db: Db; readonly services: Services; readonly now: Date },
  { corpId, flowId, copierId, userId }: CopyOf,
): Promise<(FileAnswer & { readonly bytes: Uint8Array }) | null> {
  const flow = await loadFlow(db, corpId, flowId);
  if (flow === null || !isCopyOf(flow, copierId, userId)) return null;
  return printCheckCopy(db, services, flow, flow.files, now);
}
