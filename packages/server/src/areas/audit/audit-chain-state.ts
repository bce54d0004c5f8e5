import type { OutputOf } from '@cinnabar/api/operation.js';
import type { auditChainState as operation } from '@cinnabar/api/operations/audit.js';
import type { MemberContext } from '../../operation/context.js';
import { chainOf, countUnchained, findChain } from './store/chains.js';

export async function auditChainState({ db, corpId }: MemberContext): Promise<OutputOf<typeof operation>> {
  const [chain, waiting] = await Promise.all([findChain(db, chainOf(corpId)), countUnchained(db, corpId)]);
  const brokenAt = chain?.brokenAt ?? null;
  return {
    ...{ entries: chain?.entries ?? 0, waiting, head: chain?.head ?? null },
    ...{ intact: brokenAt === null, brokenAt, checkedTime: chain?.checkedAt ?? null },
  };
}
