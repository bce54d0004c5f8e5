/** What members keep for their own work: drafts of contracts, views of their list, and blocks of controls. */
import * as workspace from '@cinnabar/api/operations/workspace.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { findBlocks, saveBlocks } from './block-store.js';
export { findDraft, removeDraft, removeOldDrafts } from './draft-store.js';
export { repeatedName } from './rules.js';
export { storeNewDraft } from './store-new-draft.js';
export { findViews } from './view-store.js';

export const workspaceRoutes = routesOf(workspace, handlers);
