import { infoByCorpId } from '@cinnabar/api/operations/members.js';
import { useAsk } from '../shell/console-context.js';

/** null while it is unknown. */
export function usePersonName(userId: number | undefined): string | null {
  const found = useAsk(infoByCorpId, { userId: userId ?? 1 }, { isWanted: userId !== undefined });
  return userId === undefined ? null : (found.data?.[0]?.userName ?? `#${userId}`);
}
