import type { TableMaker } from './support/operation-table.js';
import { bulkStartTables } from './tables/bulk-start.js';
import { directStartTables } from './tables/direct-start.js';
import { enterpriseTables } from './tables/enterprise.js';
import { flowActTables } from './tables/flow-acts.js';
import { flowControlTables } from './tables/flow-control.js';
import { flowReadingTables } from './tables/flow-reading.js';
import { flowSigningTables } from './tables/flow-signing.js';
import { flowStartTables } from './tables/flow-start.js';
import { sealTables } from './tables/seals.js';
import { templateTables } from './tables/templates.js';
import { uploadTables } from './tables/uploads.js';

/** One for every operation. */
export const tables: readonly TableMaker[] = [
  ...enterpriseTables,
  ...sealTables,
  ...uploadTables,
  ...templateTables,
  ...flowStartTables,
  ...directStartTables,
  ...bulkStartTables,
  ...flowActTables,
  ...flowSigningTables,
  ...flowReadingTables,
  ...flowControlTables,
];
