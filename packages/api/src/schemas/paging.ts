import { int32, optional } from '../schema.js';

/** Page size if the request names none. */
export const defaultPageSize = 10;
/** The largest page that can be asked for. */
const maxPageSize = 1000;

/** Request fields of every paged list. */
export const pagingFields = {
  listPageNo: optional(int32(1, 2_000_000_000)).means('页码，从 1 开始', 'page number, from 1'),
  listPageSize: optional(int32(1, maxPageSize)).means('每页条数，默认 10', 'items per page; 10 by default'),
};

/** Request field of lists whose total may take long to determine. An extension of this service. */
export const countLimitField = {
  countLimit: optional(int32(1, 1_000_000)).means(
    '总数上限：超过时 totalCount 等于该值，totalLimited 为 true；不传则 totalCount 为准确总数',
    'upper bound of totalCount; totalLimited states whether there are more items; without it, totalCount is exact',
  ),
};

export interface PagingInput {
  readonly listPageNo?: number;
  readonly listPageSize?: number;
}

/** Position of a page within all rows. */
export function pageWindow(input: PagingInput): { readonly limit: number; readonly offset: number } {
  const limit = input.listPageSize ?? defaultPageSize;
  return { limit, offset: ((input.listPageNo ?? 1) - 1) * limit };
}
