/** Reads a table apart from the page, which stays usable while it does. */
import { readDelimited } from './read-delimited.js';
import { readTable } from './read-table.js';
import { type ReadTrouble, type SourceTable, Unreadable } from './source-table.js';

/** A file, or pasted text. */
export type ToRead = { readonly bytes: Uint8Array } | { readonly text: string };

export type WorkerAnswer = { readonly table: SourceTable } | { readonly trouble: ReadTrouble };

function answerTo(asked: ToRead): WorkerAnswer {
  try {
    return { table: 'bytes' in asked ? readTable(asked.bytes) : readDelimited(asked.text) };
  } catch (error) {
    return { trouble: error instanceof Unreadable ? error.trouble : 'damaged' };
  }
}

addEventListener('message', (event: MessageEvent<ToRead>) => {
  postMessage(answerTo(event.data));
});
