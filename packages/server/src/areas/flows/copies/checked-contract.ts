import type { CheckedContract } from '@cinnabar/api/pages/verify.js';
import { hashToken } from '../../../custody/secrets.js';
import type { Db } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import { checkChain, historyOfFile, readEvents } from '../evidence/rules/evidence.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { loadHistory } from '../flow/store/load-history.js';
import { checkedContractView } from './checked-contract-view.js';
import { readCheckCode } from './rules/check-code.js';
import { flowOfCheckCode, revisionsOfFlow } from './store/check-codes.js';

/**
 * What the holder of a print copy may know of its contract. null in every other case, including a contract whose record
 * was deleted, so that a code reveals nothing else.
 */
export async function checkedContract(
  db: Db,
  { config }: Pick<Services, 'config'>,
  given: string,
): Promise<CheckedContract | null> {
  const code = readCheckCode(given);
  const found = code === null ? null : await flowOfCheckCode(db, hashToken(code));
  const flow = found === null ? null : await loadFlow(db, found.corpId, found.flowId);
  if (flow === null || flow.deletedAt !== null) return null;
  const events = readEvents(await loadHistory(db, flow));
  const historyIntact =
    checkChain(events, flow).intact &&
    flow.files.every((file) => historyOfFile(events, file)?.unbroken ?? true);
  const revisions = await revisionsOfFlow(db, flow);
  return checkedContractView(flow, revisions, historyIntact, config.timeZone);
}
