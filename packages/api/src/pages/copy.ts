/** What somebody sees who got a copy of a contract. */
import type { FlowPage } from './flow-page.js';

export interface CopyPageView extends FlowPage {
  readonly finishTime: string | null;
}
