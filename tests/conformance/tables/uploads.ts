/** Uploads by multipart/form-data: specification 4.7; decisions 5, first point. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFolder } from '../../documents/support/tools.js';
import { invalid, named, unreadableBody, wrongContentType } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { type RawBody, type Row, refused } from '../support/rows.js';

const mebibyte = 1024 * 1024;

function form(
  ...files: readonly (readonly [field: string, name: string, bytes: Uint8Array | string])[]
): RawBody {
  const data = new FormData();
  for (const [field, name, bytes] of files) {
    const content = typeof bytes === 'string' ? bytes : Uint8Array.from(bytes);
    data.append(field, new Blob([content], { type: 'application/pdf' }), name);
  }
  return { contentType: null, bytes: data };
}

function fields(values: Readonly<Record<string, string>>): RawBody {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.append(name, value);
  return { contentType: null, bytes: data };
}

/** The document as it is when only a password opens it. */
function locked(pdf: Uint8Array): Uint8Array {
  return withFolder((folder) => {
    const [open, shut] = [join(folder, 'open.pdf'), join(folder, 'shut.pdf')];
    writeFileSync(open, pdf);
    execFileSync('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', open, shut]);
    return new Uint8Array(readFileSync(shut));
  });
}

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(64).fill(0)]);

const uploadContractFile: TableMaker = ({ home, pdf }) => {
  const whole: readonly [string, string, Uint8Array] = ['file', '采购合同.pdf', pdf];
  const failed = (what: string, name: string, bytes: Uint8Array | string): Row =>
    refused(what, { raw: form(['file', name, bytes]) }, named('FILE_UPLOAD_ERROR'));
  const boundary = 'multipart/form-data; boundary=cut';
  const head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  return {
    path: '/template/uploadContractFile',
    caller: 'operator',
    source: 'optional',
    needsRight: false,
    writes: true,
    good: { by: home.owner.client, body: {}, raw: form(whole) },
    rows: [
      refused('no file', { raw: fields({ remark: 'none' }) }, invalid('file')),
      refused('the field file as a text', { raw: fields({ file: 'text' }) }, invalid('file')),
      refused('the file in another field', { raw: form(['document', 'a.pdf', pdf]) }, invalid('file')),
      refused('two files', { raw: form(whole, ['file', 'b.pdf', pdf]) }, invalid('file')),
      refused('a file input left alone', { raw: form(['file', '', '']) }, invalid('file')),
      failed('an empty file', 'a.pdf', ''),
      failed('a text named .pdf', 'a.pdf', '这不是 PDF 文件'),
      failed('a web page named .pdf', 'a.pdf', '<!doctype html><title>404</title>'),
      failed('a picture named .pdf', 'a.pdf', png),
      failed('a PDF named .docx', 'a.docx', pdf),
      failed('a PDF named .txt', 'a.txt', pdf),
      failed('a PDF without an extension', 'contract', pdf),
      failed('a program', 'a.exe', Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])),
      failed('the head of a PDF and nothing more', 'a.pdf', '%PDF-1.7\n'),
      failed('the head of a PDF and noise', 'a.pdf', `%PDF-1.7\n${'noise '.repeat(500)}`),
      failed('a PDF that needs a password', 'a.pdf', locked(pdf)),
      failed('a byte more than 50 MiB', 'a.pdf', padded(pdf, 50 * mebibyte + 1)),
      failed('far more than 50 MiB', 'a.pdf', padded(pdf, 55 * mebibyte)),
      refused('as JSON', { raw: { contentType: 'application/json', bytes: '{}' } }, wrongContentType),
      refused(
        'as a PDF alone',
        { raw: { contentType: 'application/pdf', bytes: Uint8Array.from(pdf) } },
        wrongContentType,
      ),
      refused('without a content type', { raw: { contentType: null, bytes: head } }, wrongContentType),
      refused(
        'without a boundary',
        { raw: { contentType: 'multipart/form-data', bytes: head } },
        unreadableBody,
      ),
      refused(
        'cut off in the file',
        { raw: { contentType: boundary, bytes: `${head}%PDF-1.7` } },
        unreadableBody,
      ),
      refused(
        'cut off in the head',
        { raw: { contentType: boundary, bytes: '--cut\r\nContent-Dis' } },
        unreadableBody,
      ),
      refused('another boundary', { raw: { contentType: boundary, bytes: '--other--\r\n' } }, unreadableBody),
      refused('nothing', { raw: { contentType: boundary, bytes: '' } }, unreadableBody),
    ],
  };
};

/** White space after the end of a PDF is allowed, so that only its size is at fault. */
function padded(pdf: Uint8Array, size: number): Uint8Array {
  const bytes = new Uint8Array(size).fill(0x0a);
  bytes.set(pdf);
  return bytes;
}

export const uploadTables: readonly TableMaker[] = [uploadContractFile];
