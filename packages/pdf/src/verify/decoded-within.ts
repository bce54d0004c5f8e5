import { decodeStream } from '../import/decode-stream.js';
import type { PdfObject, PdfStream } from '../syntax/values.js';
import type { WorkBudget } from './work-budget.js';

/** Maximum number of attempts to inflate damaged data. */
const TIMES_WHEN_DAMAGED = 26;

/**
 * Decodes a stream and charges the work to the budget.
 * @throws UndecodableStream, DocumentRefused as decodeStream does; WorkExhausted
 */
export function decodedWithin(
  budget: WorkBudget,
  stream: PdfStream,
  resolve: (value: PdfObject | undefined) => PdfObject,
): Uint8Array {
  budget.spendOnData(stream.data.length);
  const data = decodeStream(stream, resolve, () =>
    budget.spendOnData(TIMES_WHEN_DAMAGED * stream.data.length),
  );
  budget.spendOnData(data.length);
  return data;
}
