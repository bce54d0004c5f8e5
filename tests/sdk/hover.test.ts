import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, givenConsumer } from '../support/consumer.js';
import { root } from '../support/documentation.js';
import { type Editor, openEditor } from '../support/editor.js';

const example = 'sign-a-contract.ts';

let consumer: Consumer;
let editor: Editor;

beforeAll(async () => {
  consumer = await givenConsumer();
  await copyFile(join(root, 'examples/typescript', example), join(consumer.folder, example));
  await consumer.compile(example);
  editor = await openEditor(consumer.folder);
});
afterAll(async () => {
  editor.close();
  await consumer.remove();
});

describe('an editor with the packed SDK shows', () => {
  test('what an operation does, who may call it, and how it fails', async () => {
    const shown = await editor.hover(example, 'signContract');
    expect(shown).toContain('signContract(input: SignTaskSignContractInput, options?: CallOptions)');
    expect(shown).toContain('签署合同 / Sign a contract');
    expect(shown).toContain('For an acting member');
    expect(shown).toMatch(/Codes and reasons: .*SEAL_NOT_FOUND.*WISH_REQUIRED/);
    expect(shown).toMatch(/input.* the request/);
    expect(shown).toMatch(/options.* options of this call/);
  });

  test.each([
    ['flowId', '合同流程编号 / flow id'],
    ['signComponents', '签署指令 / signing commands'],
    ['componentId', '控件编号；0 或 null 为自由位置 / control id; 0 or null: free placement'],
    ['positionX', '左上角横坐标，px / x of the top left corner in px'],
    ['fieldType', '0 印章 1 备注 2 日期 / 0 seal 1 remark 2 date'],
    ['sealId', '印章编号，0 为默认印章 / seal id; 0: the default seal'],
    ['signPwd', '6 位签署密码 / signing password, 6 digits'],
  ])('the meaning of the field %s of signContract', async (field, meaning) => {
    expect(await editor.hover(example, field, 'signContract(')).toContain(meaning);
  });

  test('the meaning of what an operation answers', async () => {
    expect(await editor.hover(example, 'fileId', 'signContract(')).toMatch(/文件编号 \/ .*file/);
  });

  test('the meaning of a named constant', async () => {
    expect(await editor.hover(example, 'FieldType', 'signContract(')).toContain('签署指令的类型');
    expect(await editor.hover(example, 'seal', 'FieldType.')).toContain('印章 / a seal');
  });

  test('the meaning of an option of the client', async () => {
    expect(await editor.hover(example, 'appSecret', 'new Cinnabar(')).toContain('Keep it on a server');
  });
});
