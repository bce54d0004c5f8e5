/** Evidence that covers the contracts of all enterprises. */
import { operation, page } from '../operation.js';
import { object } from '../schema.js';
import { evidenceRoot } from '../schemas/history.js';
import { pagingFields } from '../schemas/paging.js';

/**
 * Lists the daily roots, the newest first. Each is the root of a Merkle tree over the histories of all contracts of the
 * service that have grown on that day, and over the root before it. Specific to this service.
 */
export const evidenceRootList = operation({
  path: '/evidence/rootList',
  area: 'flows',
  right: 'readAudit',
  successCode: '0',
  request: object(pagingFields),
  answer: page(evidenceRoot),
  title: { zh: '分页查询存证日根', en: 'List the daily roots' },
  example: { listPageNo: 1, listPageSize: 10 },
});
