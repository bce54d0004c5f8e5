/** Types of calls by path. Nothing here exists at run time. */
import type { Download } from './download.js';
import type { OperationTypes } from './generated/types.js';
import type { Listing } from './paging.js';

/** The path of an operation, such as `/signTask/startSignFlow`. */
export type OperationPath = keyof OperationTypes;

/**
 * Kinds of calls: `data` sends and receives JSON, `page` receives a page of a list, `file` receives a file, `upload`
 * sends one.
 */
export type Kind = 'data' | 'page' | 'file' | 'upload';

/** Request of an operation by its path: ids are plain numbers, date-times are text or Date, and optional fields may be null. */
export type Input<P extends OperationPath> = OperationTypes[P]['input'];

/**
 * Response of an operation by its path: its `data`, or one item of its list. Ids are plain numbers, date-times are text
 * such as `2026-01-31T09:30:00.000+0800`.
 */
export type Output<P extends OperationPath> = OperationTypes[P]['output'];

/** Result of a call by its path. */
export type Answered<P extends OperationPath> = OperationTypes[P]['kind'] extends 'page'
  ? Listing<Output<P>>
  : Promise<OperationTypes[P]['kind'] extends 'file' ? Download : Output<P>>;
