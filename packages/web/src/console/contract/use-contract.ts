import { contractInfo, contractTaskInfo } from '@cinnabar/api/operations/flow-read.js';
import { useAsk } from '../shell/console-context.js';

const POLL_MS = 15_000;

/** State, parties and whom the contract waits for; followed while the page is open. */
export function useTask(flowId: number) {
  return useAsk(contractTaskInfo, { flowId }, { every: POLL_MS });
}

/** Files with pages, controls and attachments; refused to whoever may not see the contents. */
export function useFiles(flowId: number, isWanted: boolean) {
  return useAsk(contractInfo, { flowId }, { isWanted });
}
