import { readPlaceholder } from '@cinnabar/server/areas/templates/suggest/placeholder.js';
import { placeholdersIn, withRooms } from '@cinnabar/server/conversion/docx-placeholders.js';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { docx, paragraph, run } from '../support/pdf/office-files.js';

describe('a placeholder says party, type and name', () => {
  test.each([
    ['{{甲方.名称}}', '甲方', 1, '名称', 0],
    ['{{乙方.签章}}', '乙方', 6, '签章', 1],
    ['{{日期:入职日期}}', '', 3, '入职日期', 0],
    ['{{日期：入职日期*}}', '', 3, '入职日期', 1],
    ['{{*乙方.身份证号}}', '乙方', 1, '身份证号', 1],
    ['{{乙方.合同金额}}', '乙方', 2, '合同金额', 0],
    ['{{下拉:岗位|销售|研发}}', '', 102, '岗位', 0],
    ['{{乙方.多行:工作内容}}', '乙方', 8, '工作内容', 0],
    ['{{勾选:同意}}', '', 101, '同意', 0],
  ])('%s', (text, participantFlag, componentType, name, required) => {
    expect(readPlaceholder(text)).toMatchObject({ participantFlag, componentType, name, required });
  });

  test.each(['{{}}', '{{ * }}', '{{甲方.}}', '{{表格:明细}}', '{{下拉:岗位}}', '{{甲方.名称|一|二}}'])(
    '%s says nothing',
    (text) => {
      expect(readPlaceholder(text)).toBeNull();
    },
  );

  test('a drop-down has its options', () => {
    expect(readPlaceholder('{{下拉:岗位|销售|研发}}')?.attribute.options).toEqual(['销售', '研发']);
  });
});

const bodyOf = (file: Uint8Array): string =>
  strFromU8(unzipSync(file)['word/document.xml'] ?? new Uint8Array());
const written = (...texts: readonly string[]) =>
  docx({ body: paragraph(...texts.map((text) => run(text, 'SimSun'))) });
const ROOM = { width: 160, height: 20 };

describe('in a Word document', () => {
  test('a placeholder is found though Word has split it into runs', () => {
    expect(placeholdersIn(written('甲方：{', '{甲方.', '名称}', '}，住所'))).toEqual(['{{甲方.名称}}']);
  });

  test('blank room takes its place, and its text is gone', () => {
    const body = bodyOf(withRooms(written('甲方：{', '{甲方.', '名称}', '}，A&amp;B'), [ROOM], null));
    expect(body).not.toMatch(/[{}]|名称/);
    expect(body).toContain('cx="1524000" cy="190500"');
    expect(body).toContain('，A&amp;B');
    expect(body.indexOf('甲方：')).toBeLessThan(body.indexOf('<w:drawing>'));
  });

  test('one that cannot be read stays as it is', () => {
    const file = written('{{表格:明细}}和{{甲方.名称}}');
    expect(placeholdersIn(file)).toEqual(['{{表格:明细}}', '{{甲方.名称}}']);
    const body = bodyOf(withRooms(file, [null, ROOM], null));
    expect(body).toContain('{{表格:明细}}和');
    expect(body).not.toContain('甲方.名称');
  });

  test.each(['{{甲方.{{名称}}}}', '{{甲方.名称}', '甲方.名称}} {{乙方.名称}}'])(
    '%s is left alone',
    (text) => {
      expect(placeholdersIn(written(text))).toEqual([]);
    },
  );

  test('a document with declarations of its own is left alone', () => {
    const body = '<!-- comment --><w:p><w:r><w:t>{{甲方.名称}}</w:t></w:r></w:p>';
    expect(placeholdersIn(docx({ body }))).toEqual([]);
  });
});
