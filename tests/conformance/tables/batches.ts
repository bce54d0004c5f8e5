/** Batches as members see them; tests/journeys/batches.test.ts has what they contain. */
import { denied, forbidden, invalid, named, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { accepted, fineValues, refused, wrongValues } from '../support/rows.js';

const common = {
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
} as const satisfies Partial<OperationTable>;

const pagingRows = [
  ...wrongValues('listPageNo', 0, -1),
  ...wrongValues('listPageSize', 0, -1, 1001),
  ...fineValues('listPageSize', 1000),
];

const batchList: TableMaker = ({ home, plain, foreign }) => ({
  ...common,
  path: '/signTask/batch/list',
  good: { by: home.owner.client, body: { scope: 1 } },
  rows: [
    ...pagingRows,
    ...wrongValues('scope', 2, -1, 'x'),
    ...fineValues('scope', 0, '1'),
    refused('of the enterprise, without the right', { by: plain.client }, denied),
    accepted('their own, without a right', { by: plain.client, change: { scope: 0 } }),
    accepted('by another enterprise', { by: foreign.owner.client }),
  ],
});

const batchInfo: TableMaker = ({ home, plain, foreign, unverified, batches, unknownId }) => ({
  ...common,
  path: '/signTask/batch/info',
  good: { by: home.owner.client, body: { batchId: batches.home, listPageSize: 100 } },
  rows: [
    ...pagingRows,
    ...wrongValues('batchId', 0, -1),
    ...wrongValues('itemState', 'x'),
    ...fineValues('itemState', 'started', 'failed', 'pending'),
    refused('an unknown batch', { change: { batchId: unknownId } }, notFound),
    refused('a colleague’s confidential batch', { change: { batchId: batches.confidential } }, notFound),
    refused('by another enterprise’s owner', { by: foreign.owner.client }, notFound),
    refused('by a colleague without the right', { by: plain.client }, notFound),
    accepted('by a colleague with the right', { by: unverified.client }),
    accepted('a confidential one by who started it', {
      by: plain.client,
      change: { batchId: batches.confidential },
    }),
  ],
});

const batchResend: TableMaker = ({ home, plain, foreign, unverified, batches, unknownId }) => ({
  ...common,
  writes: true,
  path: '/signTask/batch/resend',
  good: { by: home.owner.client, body: { batchId: batches.home, indexes: [0, 1] } },
  rows: [
    ...wrongValues('batchId', 0, -1),
    ...wrongValues('indexes', [], [-1], ['x']),
    refused('an item that does not exist', { change: { indexes: [0, 2] } }, invalid('indexes[1]')),
    refused('an unknown batch', { change: { batchId: unknownId } }, notFound),
    refused('by another enterprise’s owner', { by: foreign.owner.client }, notFound),
    refused('by a colleague without a role', { by: plain.client }, notFound),
    refused('by a colleague who may read it', { by: unverified.client }, denied),
    refused('after 30 days', { change: { batchId: batches.old } }, forbidden('BATCH_CONTENT_GONE')),
  ],
});

const batchSheet: TableMaker = ({ home, plain, foreign, templates, unknownId }) => ({
  ...common,
  path: '/signTask/batch/sheet',
  good: { by: home.owner.client, body: { templateId: templates.typed.templateId } },
  rows: [
    ...wrongValues('templateId', 0, -1),
    refused('an unknown template', { change: { templateId: unknownId } }, named('TEMPLATE_NOT_FOUND')),
    refused(
      'another enterprise’s template',
      { change: { templateId: templates.foreign.templateId } },
      named('TEMPLATE_NOT_FOUND'),
    ),
    refused(
      'a disabled template',
      { change: { templateId: templates.disabled.templateId } },
      forbidden('TEMPLATE_DISABLED'),
    ),
    refused('by another enterprise’s owner', { by: foreign.owner.client }, named('TEMPLATE_NOT_FOUND')),
    accepted('by a member without a role', { by: plain.client }),
  ],
});

export const batchTables: readonly TableMaker[] = [batchList, batchInfo, batchResend, batchSheet];
