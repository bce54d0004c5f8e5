import type { TableMaker } from './support/operation-table.js';
import { enterpriseTables } from './tables/enterprise.js';
import { sealTables } from './tables/seals.js';

/** One for every operation. */
export const tables: readonly TableMaker[] = [...enterpriseTables, ...sealTables];
