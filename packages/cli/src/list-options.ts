import { int32 } from '@cinnabar/api/schema.js';
import { type Option, type Options, textOf, type Values } from './command.js';
import { readOption } from './read-option.js';
import type { Outcome } from './with-platform.js';

const DEFAULT_COUNT = 20;
const MAX_COUNT = 1000;

const count: Option = {
  type: 'string',
  placeholder: 'N',
  description: `number of rows, 1 to ${MAX_COUNT}; ${DEFAULT_COUNT} by default`,
};
const page: Option = { type: 'string', placeholder: 'N', description: 'page, from 1; the first by default' };

/** Options of every list that may be long. */
export const pagingOptions: Options = { count, page };

/** @throws UsageError */
export function readWindow(values: Values): { readonly limit: number; readonly offset: number } {
  const limit =
    textOf(values, 'count') === undefined ? DEFAULT_COUNT : readOption(int32(1, MAX_COUNT), values, 'count');
  const number = textOf(values, 'page') === undefined ? 1 : readOption(int32(1, 1_000_000), values, 'page');
  return { limit, offset: (number - 1) * limit };
}

/** A page of a list as JSON, and as one line per row. */
export function listOutcome<T>(
  name: string,
  { items, totalCount }: { readonly items: readonly T[]; readonly totalCount: number },
  printRow: (item: T) => string,
): Outcome {
  return {
    json: { totalCount, [name]: items },
    text: [...items.map(printRow), `${items.length} of ${totalCount}`].join('\n'),
  };
}
