/** The handlers of the area's operations; a new one is one line. */
export { deleteDraft } from './delete-draft.js';
export { draftInfo } from './draft-info.js';
export { draftList } from './draft-list.js';
export { keepDraft } from './keep-draft.js';
export { keepViews } from './keep-views.js';
export { viewList } from './view-list.js';
