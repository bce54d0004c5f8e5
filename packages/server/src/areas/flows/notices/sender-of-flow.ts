import type { Tx } from '../../../database/schema.js';
import { findCorpTogether, senderOf } from '../../enterprise/index.js';
import type { Flow } from '../flow/flow.js';

/** The initiating enterprise as messages name it: by the name of its brand where that misleads nobody. */
export async function senderOfFlow(tx: Tx, { corpId, corpName }: Flow): Promise<string> {
  const corp = await findCorpTogether(tx, corpId);
  return corp === null ? corpName : senderOf({ settings: corp.settings, corpName });
}
