/** Uploads by multipart/form-data: specification 4.2 and 4.7; decisions 3 and 5, first point. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { isInPath } from '../../../scripts/test-tools/tools.mjs';
import { withFolder } from '../../support/pdf/pdf-tools.js';
import { pixelBomb } from '../../support/pdf/png-chunks.js';
import { outputOf } from '../../support/programs.js';
import {
  denied,
  invalid,
  named,
  notOwnSession,
  unreadableBody,
  wrongContentType,
} from '../support/expected.js';
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

/** The document protected by a password. */
function locked(pdf: Uint8Array): Uint8Array {
  return withFolder((folder) => {
    const [open, shut] = [join(folder, 'open.pdf'), join(folder, 'shut.pdf')];
    writeFileSync(open, pdf);
    outputOf('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', open, shut]);
    return new Uint8Array(readFileSync(shut));
  });
}

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(64).fill(0)]);

type FormFile = readonly [field: string, name: string, bytes: Uint8Array];

const boundary = 'multipart/form-data; boundary=cut';
const head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';

const failed = (what: string, name: string, bytes: Uint8Array | string): Row =>
  refused(what, { raw: form(['file', name, bytes]) }, named('FILE_UPLOAD_ERROR'));

const aProgram = failed('a program', 'a.exe', Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]));

/** Refusals common to all uploads of one file. */
function formRows([field, name, bytes]: FormFile): readonly Row[] {
  return [
    refused('no file', { raw: fields({ remark: 'none' }) }, invalid('file')),
    refused('the field file as a text', { raw: fields({ file: 'text' }) }, invalid('file')),
    refused('the file in another field', { raw: form(['document', name, bytes]) }, invalid('file')),
    refused('two files', { raw: form([field, name, bytes], ['file', `b${name}`, bytes]) }, invalid('file')),
    refused('a file input left alone', { raw: form(['file', '', '']) }, invalid('file')),
    failed('an empty file', name, ''),
    refused('as JSON', { raw: { contentType: 'application/json', bytes: '{}' } }, wrongContentType),
    refused(
      'as a file alone',
      { raw: { contentType: 'application/pdf', bytes: Uint8Array.from(bytes) } },
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
  ];
}

const uploadContractFile: TableMaker = ({ home, pdf }) => {
  const whole: FormFile = ['file', '采购合同.pdf', pdf];
  return {
    path: '/template/uploadContractFile',
    caller: 'member',
    source: 'optional',
    needsRight: false,
    writes: true,
    good: { by: home.owner.client, body: {}, raw: form(whole) },
    rows: [
      ...formRows(whole),
      aProgram,
      refused('placeholders neither wanted nor not', { query: '?placeholders=2' }, invalid('placeholders')),
      refused('placeholders twice', { query: '?placeholders=1&placeholders=1' }, invalid('placeholders')),
      refused(
        'placeholders by a word, in the form',
        { raw: withField(whole, 'placeholders', 'yes') },
        invalid('placeholders'),
      ),
      failed('a text named .pdf', 'a.pdf', '这不是 PDF 文件'),
      failed('a web page named .pdf', 'a.pdf', '<!doctype html><title>404</title>'),
      failed('a picture named .pdf', 'a.pdf', png),
      failed('a PDF named .docx', 'a.docx', pdf),
      failed('a PDF named .txt', 'a.txt', pdf),
      failed('a PDF without an extension', 'contract', pdf),
      failed('the head of a PDF and nothing more', 'a.pdf', '%PDF-1.7\n'),
      failed('the head of a PDF and noise', 'a.pdf', `%PDF-1.7\n${'noise '.repeat(500)}`),
      // Rows are made before the tests, where nothing can be skipped.
      ...(isInPath('qpdf') ? [failed('a PDF that needs a password', 'a.pdf', locked(pdf))] : []),
      failed('a byte more than 50 MiB', 'a.pdf', padded(pdf, 50 * mebibyte + 1)),
      failed('far more than 50 MiB', 'a.pdf', padded(pdf, 55 * mebibyte)),
    ],
  };
};

const uploadAttachmentFile: TableMaker = ({ home }) => {
  const whole: FormFile = ['file', '报价单.xlsx', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0])];
  return {
    path: '/template/uploadAttachmentFile',
    caller: 'member',
    source: 'optional',
    needsRight: false,
    writes: true,
    good: { by: home.owner.client, body: {}, raw: form(whole) },
    rows: [
      ...formRows(whole),
      refused('a name of 256 characters', { raw: form(['file', 'a'.repeat(256), 'text']) }, invalid('file')),
      refused(
        'a control character in the name',
        { raw: form(['file', 'a\u0007.txt', 'text']) },
        invalid('file'),
      ),
      failed('a byte more than 50 MiB', 'a.bin', new Uint8Array(50 * mebibyte + 1)),
      failed('far more than 50 MiB', 'a.bin', new Uint8Array(55 * mebibyte)),
    ],
  };
};

const uploadSealFile: TableMaker = ({ home, plain, sealScan }) => {
  const whole: FormFile = ['file', '公章.png', sealScan];
  const withColor = (query: string): Row => refused(query, { query }, invalid('color'));
  return {
    path: '/seal/uploadSealFile',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: { by: home.owner.client, body: {}, raw: form(whole) },
    rows: [
      ...formRows(whole),
      aProgram,
      withColor('?color=Green'),
      withColor('?color=%23ff0000'),
      withColor('?color=Red&color=Red'),
      withColor('?color=Red%00'),
      withColor('?color=%20'),
      refused('the color in the form', { raw: withField(whole, 'color', 'Green') }, invalid('color')),
      refused(
        'a bad color before the missing right',
        { by: plain.client, query: '?color=1' },
        invalid('color'),
      ),
      failed('a PDF named .png', 'a.png', '%PDF-1.7\n'),
      failed('an SVG named .png', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      failed('the head of a PNG and nothing more', 'a.png', png.slice(0, 8)),
      failed('the head of a PNG and zeros', 'a.png', png),
      failed('half a PNG', 'a.png', sealScan.slice(0, sealScan.length / 2)),
      failed('a picture of 50000 x 50000 points', 'a.png', pixelBomb(50_000, 50_000)),
      failed('a picture of 4097 x 1 points', 'a.png', pixelBomb(4097, 1)),
      failed('a byte more than 5 MiB', 'a.png', padded(sealScan, 5 * mebibyte + 1)),
      failed('far more than 5 MiB', 'a.png', padded(sealScan, 9 * mebibyte)),
    ],
  };
};

const createByUpload: TableMaker = ({ plain, ownSessions, sealScan }) => {
  const whole: FormFile = ['file', '签名.png', sealScan];
  const wrong = (query: string, field: string): Row => refused(query, { query }, invalid(field));
  return {
    path: '/seal/personal/createByUpload',
    caller: 'member',
    source: 'optional',
    needsRight: false,
    writes: true,
    good: { by: plain.client, session: ownSessions.plain, body: {}, raw: form(whole) },
    rows: [
      refused('by an application', {}, notOwnSession),
      ...[
        ...formRows(whole),
        aProgram,
        wrong('?color=Green', 'color'),
        wrong('?color=Red&color=Red', 'color'),
        wrong('?sealName=%20', 'sealName'),
        wrong(`?sealName=${'a'.repeat(101)}`, 'sealName'),
        refused('the color in the form', { raw: withField(whole, 'color', 'Green') }, invalid('color')),
        failed('a PDF named .png', 'a.png', '%PDF-1.7\n'),
        failed('half a PNG', 'a.png', sealScan.slice(0, sealScan.length / 2)),
        failed('a picture of 50000 x 50000 points', 'a.png', pixelBomb(50_000, 50_000)),
        failed('a byte more than 5 MiB', 'a.png', padded(sealScan, 5 * mebibyte + 1)),
      ].map((row) => ({ ...row, by: ownSessions.plain })),
    ],
  };
};

const verifyDocument: TableMaker = ({ home, signedPdf }) => {
  const whole: FormFile = ['file', '采购合同.pdf', signedPdf];
  return {
    path: '/service/verifyDocument',
    caller: 'member',
    source: 'optional',
    needsRight: false,
    writes: false,
    good: { by: home.owner.client, body: {}, raw: form(whole) },
    rows: [
      ...formRows(whole),
      aProgram,
      refused('a report that nobody makes', { query: '?report=pades' }, invalid('report')),
      refused('two reports', { query: '?report=etsi&report=etsi' }, invalid('report')),
      refused('the report in the form', { raw: withField(whole, 'report', 'pades') }, invalid('report')),
      failed('a text named .pdf', 'a.pdf', '这不是 PDF 文件'),
      failed('a picture named .pdf', 'a.pdf', png),
      failed('a byte more than 50 MiB', 'a.pdf', padded(signedPdf, 50 * mebibyte + 1)),
    ],
  };
};

function withField([field, name, bytes]: FormFile, key: string, value: string): RawBody {
  const data = new FormData();
  data.append(key, value);
  data.append(field, new Blob([Uint8Array.from(bytes)]), name);
  return { contentType: null, bytes: data };
}

/** White space after the end of a PDF is permitted, so only its size is invalid. */
function padded(pdf: Uint8Array, size: number): Uint8Array {
  const bytes = new Uint8Array(size).fill(0x0a);
  bytes.set(pdf);
  return bytes;
}

/** A template with a copier who is a stranger here, and a name that is taken. */
function templateFile(pdf: Uint8Array, change: object = {}): Uint8Array {
  const template = {
    templateName: '采购合同',
    participantList: [
      {
        participantFlag: '甲方',
        participantType: 1,
        participateBizType: ['1', '2'],
        participantSetMode: 3,
        draftSort: 1,
        signOrder: 1,
      },
    ],
    contractFileList: [
      { fileName: '合同.pdf', fileUrl: 'files/1.pdf', totalPage: 1, width: 794, height: 1123 },
    ],
    copierList: [{ copierType: 0, psnAccount: '13999999999', psnName: '陌生人' }],
    components: [],
    ...change,
  };
  const document = { format: 'cinnabar-template', formatVersion: 1, template };
  return zipSync({ 'template.json': strToU8(JSON.stringify(document)), 'files/1.pdf': pdf }, { level: 0 });
}

const importTemplateFile: TableMaker = ({ home, plain, pdf }) => {
  const whole: FormFile = ['file', '采购合同.zip', templateFile(pdf)];
  const with_ = (what: string, change: object): Row => failed(what, 'a.zip', templateFile(pdf, change));
  return {
    path: '/template/importFile',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: { by: home.owner.client, body: {}, raw: form(whole) },
    rows: [
      ...formRows(whole),
      aProgram,
      failed('a PDF', 'a.pdf', pdf),
      failed('another ZIP file', 'a.zip', zipSync({ 'a.txt': strToU8('a') })),
      failed('a template without its PDF', 'a.zip', whole[2].slice(0, 400)),
      with_('an id', { templateId: 1 }),
      with_('a file that is not in it', {
        contractFileList: [{ fileName: 'a.pdf', fileUrl: 'files/2.pdf' }],
      }),
      with_('no list of parties', { participantList: null }),
      refused('without the right', { by: plain.client }, denied),
    ],
  };
};

export const uploadTables: readonly TableMaker[] = [
  uploadContractFile,
  uploadAttachmentFile,
  importTemplateFile,
  uploadSealFile,
  createByUpload,
  verifyDocument,
];
