/**
 * The table and the plan of a batch in this browser, so that neither a reload nor a crash loses them or sends anything
 * twice. It is kept in IndexedDB, because a table of 2,000 rows does not fit beside everything else in web storage.
 */
import type { PlannedCall } from './batch-plan.js';
import type { TableRow } from './batch-table.js';
import type { SourceTable } from './reading/source-table.js';

export interface KeptBatch {
  readonly templateId: number;
  readonly fileName: string;
  readonly source: SourceTable;
  readonly mapping: readonly (number | null)[];
  readonly rows: readonly TableRow[];
  /** null: not sent yet. */
  readonly calls: readonly PlannedCall[] | null;
}

const DATABASE = 'cinnabar-batches';
const STORE = 'batches';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'));
  });
}

/** Ends when what was written is stored. */
async function within<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'));
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
    });
  } finally {
    database.close();
  }
}

const keyOf = (corpId: number, draft: string) => `${corpId} ${draft}`;

/** @throws where the browser stores nothing; nothing may be sent then */
export async function keepBatch(corpId: number, draft: string, batch: KeptBatch): Promise<void> {
  await within('readwrite', (store) => store.put(batch, keyOf(corpId, draft)));
}

export async function keptBatch(corpId: number, draft: string): Promise<KeptBatch | null> {
  const found = await within<KeptBatch | undefined>('readonly', (store) => store.get(keyOf(corpId, draft)));
  return found ?? null;
}

export async function forgetBatch(corpId: number, draft: string): Promise<void> {
  await within('readwrite', (store) => store.delete(keyOf(corpId, draft)));
}
