/** Performs a call of each kind: what is sent and what is returned. */
import type { Envelope } from './answer.js';
import { Download } from './download.js';
import { type Connection, type Exchanged, exchange, type Outgoing } from './exchange.js';
import { NotUnderstood } from './failures.js';
import { type FileToSend, fileOf } from './file-to-send.js';
import type { CallOptions } from './options.js';
import { listing, type Page, pageOf } from './paging.js';
import type { Kind } from './typed-calls.js';

/** Returns a promise, which is also async iterable for a list. */
export function carryOut(
  connection: Connection,
  path: string,
  kind: Kind,
  input: unknown,
  options: CallOptions,
): Promise<unknown> {
  const ask = (outgoing: Outgoing): Promise<Exchanged> => exchange(connection, outgoing, options);
  const askJson = async (value: unknown): Promise<Exchanged> =>
    ask({ path, body: JSON.stringify(value ?? {}) });
  switch (kind) {
    case 'data':
      return askJson(input).then(dataOf);
    case 'page':
      return listing((listPageNo) => askJson(onPage(input, listPageNo)).then(pageIn));
    case 'file':
      return askJson(input).then(downloadOf);
    case 'upload':
      return formOf(input)
        .then((body) => ask({ path, body }))
        .then(dataOf);
  }
}

function dataOf(exchanged: Exchanged): unknown {
  return envelopeOf(exchanged).data;
}

function pageIn(exchanged: Exchanged): Page<unknown> {
  const page = pageOf(envelopeOf(exchanged));
  if (page !== null) return page;
  throw new NotUnderstood(exchanged.attempted, exchanged.response.status, 'a list without its paging fields');
}

function envelopeOf({ attempted, response, envelope }: Exchanged): Envelope {
  if (envelope !== null) return envelope;
  throw new NotUnderstood(attempted, response.status, 'a file');
}

function downloadOf({ attempted, response, envelope }: Exchanged): Download {
  if (envelope === null) return new Download(response);
  throw new NotUnderstood(attempted, response.status, JSON.stringify(envelope).slice(0, 200));
}

function onPage(input: unknown, listPageNo: number | undefined): unknown {
  return listPageNo === undefined ? input : { ...Object(input), listPageNo };
}

/** The form has the file in the field `file` and all other fields as text. */
async function formOf(input: unknown): Promise<FormData> {
  if (!isFileToSend(input)) throw new TypeError('file is required: a path, bytes or a stream');
  const { file: _file, fileName: _fileName, ...fields } = input;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  const file = await fileOf(input);
  form.append('file', file, file.name);
  return form;
}

function isFileToSend(input: unknown): input is FileToSend & Readonly<Record<string, unknown>> {
  return (
    typeof input === 'object' &&
    input !== null &&
    'file' in input &&
    input.file !== undefined &&
    input.file !== null
  );
}
