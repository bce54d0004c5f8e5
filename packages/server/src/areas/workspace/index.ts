/** What members keep for their own work on contracts: drafts, and views of the list. */
import * as workspace from '@cinnabar/api/operations/workspace.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { removeDraft } from './draft-store.js';
export { storeNewDraft } from './store-new-draft.js';

export const workspaceRoutes = routesOf(workspace, handlers);
