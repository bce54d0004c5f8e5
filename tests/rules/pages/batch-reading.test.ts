/** Tables from people's computers: what they mean, and which are refused. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  decodedText,
  readDelimited,
} from '../../../packages/web/src/console/batch/reading/read-delimited.js';
import { readTable } from '../../../packages/web/src/console/batch/reading/read-table.js';
import { readWorkbook } from '../../../packages/web/src/console/batch/reading/read-workbook.js';
import { Unreadable } from '../../../packages/web/src/console/batch/reading/source-table.js';
import { openArchive } from '../../../packages/web/src/console/batch/reading/unpack.js';
import { writeTable } from '../../../packages/web/src/console/batch/write-table.js';

const RELATIONSHIPS =
  '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>';

interface Parts {
  readonly rows: string;
  readonly strings?: string;
  readonly styles?: string;
  readonly book?: string;
  readonly second?: string;
  readonly after?: string;
}

function workbook({ rows, strings = '', styles = '', book, second, after = '' }: Parts): Uint8Array {
  const sheet = (data: string) => strToU8(`<worksheet><sheetData>${data}</sheetData>${after}</worksheet>`);
  return zipSync({
    'xl/workbook.xml': strToU8(
      book ??
        '<workbook><sheets><sheet name="名单" r:id="rId1"/><sheet name="其他" r:id="rId2"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(RELATIONSHIPS),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
    'xl/styles.xml': strToU8(`<styleSheet>${styles}</styleSheet>`),
    'xl/worksheets/sheet1.xml': sheet(rows),
    ...(second === undefined ? {} : { 'xl/worksheets/sheet2.xml': sheet(second) }),
  });
}

const HEADER =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>姓名</t></is></c><c r="B1" t="inlineStr"><is><t>手机号</t></is></c></row>';
const cellsOf = (bytes: Uint8Array) => readWorkbook(bytes).rows.map(({ cells }) => cells);
const troubleOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return error instanceof Unreadable ? error.trouble : error;
  }
  return null;
};

describe('a cell of a workbook', () => {
  const DATES =
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="4"/></cellXfs>';
  test.each([
    ['a mobile stored as a number', '<c r="A2"><v>13800138000</v></c>', { text: '13800138000', note: null }],
    [
      'a mobile in scientific notation',
      '<c r="A2"><v>1.3800138E10</v></c>',
      { text: '13800138000', note: null },
    ],
    [
      'an identity number whose last digits are lost',
      '<c r="A2"><v>1.10101199001011E17</v></c>',
      { text: '110101199001011000', note: 'rounded' },
    ],
    ['a day', '<c r="A2" s="1"><v>46357</v></c>', { text: '2026-12-01', note: 'date' }],
    [
      'a day in a format of its own',
      '<c r="A2" s="2"><v>46357.5</v></c>',
      { text: '2026-12-01', note: 'date' },
    ],
    ['an amount', '<c r="A2" s="3"><v>12000.5</v></c>', { text: '12000.5', note: null }],
    ['a sum with a rounding error', '<c r="A2"><v>0.30000000000000004</v></c>', { text: '0.3', note: null }],
    [
      'a formula with its value',
      '<c r="A2" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
      { text: 'ab', note: 'formula' },
    ],
    [
      'a formula without a value',
      '<c r="A2"><f>NOW()</f></c><c r="B2"><v>1</v></c>',
      { text: '', note: null },
    ],
    ['an error', '<c r="A2" t="e"><v>#N/A</v></c>', { text: '#N/A', note: 'error' }],
    ['a tick', '<c r="A2" t="b"><v>1</v></c>', { text: 'true', note: null }],
    ['a shared text without its phonetic hint', '<c r="A2" t="s"><v>0</v></c>', { text: '张三', note: null }],
    [
      'markup in a text',
      '<c r="A2" t="inlineStr"><is><t>a &lt;b&gt; &#x4E2D;_x0041_</t></is></c>',
      { text: 'a <b> 中A', note: null },
    ],
    [
      'a formula that is only a text',
      '<c r="A2" t="inlineStr"><is><t>=HYPERLINK("x")</t></is></c>',
      { text: '=HYPERLINK("x")', note: null },
    ],
  ])('%s', (_, cell, expected) => {
    const strings = '<si><r><t>张</t></r><r><t>三</t></r><rPh><t>zhang</t></rPh></si>';
    const [[first] = []] = cellsOf(
      workbook({ rows: `${HEADER}<row r="2">${cell}</row>`, strings, styles: DATES }),
    );
    expect(first).toEqual(expected);
  });

  test('a day of a workbook that counts from 1904', () => {
    const book =
      '<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>';
    const rows = `${HEADER}<row r="2"><c r="A2" s="1"><v>0</v></c><c r="B2"><v>1</v></c></row>`;
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    expect(cellsOf(workbook({ rows, book, styles }))[0]?.[0]?.text).toBe('1904-01-01');
  });

  test('in a merged range has the text of the first', () => {
    const rows = `${HEADER}<row r="2"><c r="A2" t="inlineStr"><is><t>张三</t></is></c><c r="B2"><v>1</v></c></row><row r="3"><c r="B3"><v>2</v></c></row>`;
    const read = cellsOf(workbook({ rows, after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' }));
    expect(read[1]?.[0]).toEqual({ text: '张三', note: 'merged' });
  });
});

describe('a workbook', () => {
  test('has its header below a title, hidden rows, and names the sheets that are not read', () => {
    const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>十一月名单</t></is></c></row>';
    const rows = `${title}${HEADER.replaceAll('1"', '2"')}<row r="4" hidden="1"><c r="A4"><v>7</v></c></row>`;
    const table = readWorkbook(workbook({ rows, second: '<row r="1"><c r="A1"><v>1</v></c></row>' }));
    expect(table.headers).toEqual(['姓名', '手机号']);
    expect(table.rows.map(({ line, isHidden }) => [line, isHidden])).toEqual([[4, true]]);
    expect(table.otherSheets).toEqual(['其他']);
  });

  test('that was given to be filled in says nothing of its guide', () => {
    const book = (name: string) =>
      `<workbook><sheets><sheet name="批量发起" r:id="rId1"/><sheet name="${name}" r:id="rId2"/></sheets></workbook>`;
    const second = '<row r="1"><c r="A1"><v>1</v></c></row>';
    const unread = (name: string) =>
      readWorkbook(workbook({ rows: HEADER, book: book(name), second })).otherSheets;
    expect([unread('填写说明'), unread('Guide'), unread('其他')]).toEqual([[], [], ['其他']]);
  });

  test('that this product writes is read as it was written', () => {
    const rows = [
      ['姓名', '手机号'],
      ['<张&三>', '013800138000'],
    ];
    expect(readTable(writeTable(rows)).rows[0]?.cells.map(({ text }) => text)).toEqual(rows[1]);
  });

  test('of 100,000 rows is refused', () => {
    const many = Array.from(
      { length: 100_000 },
      (_, index) => `<row r="${index + 2}"><c r="A${index + 2}"><v>1</v></c></row>`,
    );
    expect(troubleOf(() => readTable(workbook({ rows: HEADER + many.join('') })))).toBe('tooManyRows');
  });

  test('that unpacks to more than it may is refused in the middle, whatever size it states', () => {
    const limit = 1024 * 1024;
    const parts = { a: new Uint8Array(limit), b: new Uint8Array(2 * limit) };
    const archive = openArchive(zipSync(parts), limit);
    expect(archive.text('a')).toHaveLength(limit);
    expect(troubleOf(() => archive.text('b'))).toBe('tooLarge');
    const lying = zipSync(parts);
    const directory = Buffer.from(lying).lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    new DataView(lying.buffer, lying.byteOffset).setUint32(directory + 24, 1, true);
    expect(troubleOf(() => openArchive(lying, limit).text('b'))).toBe('tooLarge');
  });

  const good = workbook({ rows: HEADER });
  test.each([
    ['cut in the middle', good.subarray(0, good.length / 2), 'damaged'],
    ['only a signature', good.subarray(0, 30), 'damaged'],
    ['another archive', zipSync({ 'a.txt': strToU8('a') }), 'notATable'],
    ['without sheets', workbook({ rows: '', book: '<workbook/>' }), 'empty'],
    ['an old workbook, or one with a password', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0]), 'oldFormat'],
    ['a PDF', strToU8('%PDF-1.7'), 'notATable'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'notATable'],
    ['empty', new Uint8Array(), 'empty'],
    ['beyond 20 MB', new Uint8Array(21 * 1024 * 1024), 'tooLarge'],
  ])('%s', (_, bytes, trouble) => {
    expect(troubleOf(() => readTable(bytes))).toBe(trouble);
  });

  test('with a column far to the right is refused', () => {
    const rows = `${HEADER}<row r="2"><c r="XFD2"><v>1</v></c></row>`;
    expect(troubleOf(() => readTable(workbook({ rows })))).toBe('tooManyColumns');
  });
});

describe('a text file', () => {
  const texts = (text: string) => readDelimited(text).rows.map(({ cells }) => cells.map((cell) => cell.text));

  test.each([
    ['commas', '姓名,手机号\n张三,138\n', [['张三', '138']]],
    ['semicolons', '姓名;手机号\r\n张三;138', [['张三', '138']]],
    ['tabs, as pasted', '姓名\t手机号\n张三\t138', [['张三', '138']]],
    ['quotes', '姓名,备注\n张三,"一,""二""\n三"', [['张三', '一,"二"\n三']]],
    ['numbers written as formulas', '姓名,手机号\n张三,="013800138000"', [['张三', '013800138000']]],
    ['empty lines', '姓名,手机号\n\n,\n张三,138', [['张三', '138']]],
  ])('with %s', (_, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test('names the lines of its rows, also after a text of several lines', () => {
    const { rows } = readDelimited('姓名,备注\n"一\n二",x\n三,y');
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  // 姓名 in each encoding.
  test.each([
    ['UTF-8', [0xe5, 0xa7, 0x93, 0xe5, 0x90, 0x8d]],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0xe5, 0xa7, 0x93, 0xe5, 0x90, 0x8d]],
    ['GB 18030', [0xd0, 0xd5, 0xc3, 0xfb]],
    ['UTF-16', [0xff, 0xfe, 0xd3, 0x59, 0x0d, 0x54]],
  ])('in %s', (_, bytes) => {
    expect(decodedText(new Uint8Array(bytes)).replace('\ufeff', '')).toBe('姓名');
  });

  test('in GB 18030 has characters of four bytes, which GBK lacks', () => {
    const bytes = [
      0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x31, 0x0a, 0x81, 0x39, 0xee, 0x39, 0x95, 0x35, 0xee, 0x38, 0x2c, 0x32,
    ];
    expect(texts(decodedText(new Uint8Array(bytes)))).toEqual([['㐀𡋾', '2']]);
  });

  test('of 100,000 lines is refused', () => {
    expect(troubleOf(() => readDelimited(`a,b\n${'1,2\n'.repeat(100_000)}`))).toBe('tooManyRows');
  });
});
