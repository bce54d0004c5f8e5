/** The calls by which a table is sent. They are decided and kept before the first one, so that a reload repeats them. */
import type { Item } from './batch-item.js';

const MAX_ITEMS_OF_CALL = 500;
/** Of a body of 1 MiB. */
const MAX_BYTES_OF_CALL = 700_000;

export interface PlannedCall {
  /** Idempotency-Key. */
  readonly key: string;
  /** The lines of the rows, in the order of the items. */
  readonly lines: readonly number[];
  readonly items: readonly Item[];
  /** When it was first sent, in ms; null: not yet. */
  readonly sentAt: number | null;
  readonly result: CallResult | null;
}

export interface CallResult {
  readonly batchId: number;
  readonly successCount: number;
  readonly failedCount: number;
}

export interface RowToSend {
  readonly line: number;
  readonly item: Item;
}

export function planCalls(rows: readonly RowToSend[], newKey: () => string): readonly PlannedCall[] {
  const calls: PlannedCall[] = [];
  let lines: number[] = [];
  let items: Item[] = [];
  let bytes = 0;
  const end = () => {
    if (items.length > 0) calls.push({ key: newKey(), lines, items, sentAt: null, result: null });
    lines = [];
    items = [];
    bytes = 0;
  };
  for (const { line, item } of rows) {
    const size = new TextEncoder().encode(JSON.stringify(item)).length + 1;
    if (items.length === MAX_ITEMS_OF_CALL || bytes + size > MAX_BYTES_OF_CALL) end();
    lines.push(line);
    items.push(item);
    bytes += size;
  }
  end();
  return calls;
}

/** Keys are kept for 24 hours; after that, a repeated call would start its contracts again. */
const KEY_VALID_MS = 23 * 3_600_000;

/** Whether a repetition under its key is safe at this time. */
export function isKeyValid({ sentAt }: PlannedCall, now: number): boolean {
  return sentAt === null || now - sentAt < KEY_VALID_MS;
}
