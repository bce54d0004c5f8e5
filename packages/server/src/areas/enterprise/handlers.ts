/** The handlers of the area's operations; a new one is one line. */
export { baseInfo } from './base-info.js';
export { collectionHistory } from './collection-history.js';
export { setSettings, settings } from './corp-settings.js';
export { queryAccountHistoryList } from './query-account-history-list.js';
export { retentionList } from './retention-list.js';
