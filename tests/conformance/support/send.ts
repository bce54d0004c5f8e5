import type { Json } from '@cinnabar/api/schema.js';
import { ask } from '../../support/ask.js';
import type { Client } from '../../support/client.js';
import { changeBody } from './change-body.js';
import type { OperationTable } from './operation-table.js';
import type { RawBody, Row } from './rows.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** null if the response is a file. */
  readonly envelope: Readonly<Record<string, unknown>> | null;
  readonly text: string;
}

/** Sends a row of a table. */
export function sendRow(table: OperationTable, row: Row): Promise<Answer> {
  const by = row.by ?? table.good.by;
  const raw = row.raw ?? (row.body === undefined ? table.good.raw : undefined);
  const body = changeBody(row.body === undefined ? table.good.body : row.body, row.change ?? {});
  return send(by, table.path + (row.query ?? ''), raw ?? json(body), row.headers);
}

/** Sends the request that must succeed. */
export function sendGood({ path, good }: OperationTable): Promise<Answer> {
  return send(good.session ?? good.by, path, good.raw ?? json(good.body));
}

const json = (body: Json): RawBody => ({ contentType: 'application/json', bytes: JSON.stringify(body) });

async function send(
  by: Client,
  path: string,
  { contentType, bytes }: RawBody,
  changes: Row['headers'] = {},
): Promise<Answer> {
  const headers = new Headers(by.headers);
  if (contentType !== null) headers.set('content-type', contentType);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  // A text would be given a content type of fetch's own; bytes are not.
  const body = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  // A request with headers of its own is about just these, and not about what the SDK would make of them.
  const said = Object.keys(changes).length === 0 ? ask : fetch;
  const response = await said(by.baseUrl + path, { method: 'POST', headers, body });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const text = await response.text();
  const parsed: unknown = isJson ? JSON.parse(text) : null;
  return {
    status: response.status,
    headers: response.headers,
    envelope: isRecord(parsed) ? parsed : null,
    text: isJson ? text : '',
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
