import type { TableMaker } from './support/operation-table.js';
import { enterpriseTables } from './tables/enterprise.js';
import { sealTables } from './tables/seals.js';
import { templateTables } from './tables/templates.js';
import { uploadTables } from './tables/uploads.js';

/** One for every operation. */
export const tables: readonly TableMaker[] = [
  ...enterpriseTables,
  ...sealTables,
  ...uploadTables,
  ...templateTables,
];
