/** Blocks of controls: of one member, in every browser of theirs. */
import type { Block } from '@cinnabar/api/pages/template-blocks.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf } from '../support/console-login.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';

let app: RunningApp;
let corp: Enterprise;
let stranger: Enterprise;
beforeAll(async () => {
  app = await startApp();
  corp = await givenEnterprise(app);
  stranger = await givenEnterprise(app);
});
afterAll(() => app.close());

async function blocksOf(mobile: string) {
  const browser = await consoleOf(app, mobile);
  return {
    list: (corpId: number = corp.corpId) => browser.page<Block[]>('/pages/console/blocks', { corpId }),
    keep: (blocks: readonly unknown[], corpId: number = corp.corpId) =>
      browser.page<Block[]>('/pages/console/keepBlocks', { corpId, blocks }),
  };
}

const block = (blockName: string, content = '{"controls":[]}') => ({ blockName, content });

test('belong to one member, are replaced as a whole, and are stored encrypted', async () => {
  const owner = await blocksOf(corp.owner.mobile);
  const colleague = await blocksOf((await corp.member(['TEMPLATE_ADMIN'])).mobile);
  const kept = await owner.keep([block(' 签章+日期 ', '{"text":"代表人李四"}'), block('页脚')]);
  const stored = [block('签章+日期', '{"text":"代表人李四"}'), block('页脚')];
  expect(kept.envelope).toMatchObject({ code: '0', data: stored });
  expect((await owner.list()).envelope.data).toEqual(stored);
  expect((await colleague.list()).envelope.data).toEqual([]);
  const { db } = app.app.database;
  const [row] = await db.selectFrom('template_blocks').selectAll().execute();
  expect(Buffer.from(row?.sealed ?? []).includes('代表人')).toBe(false);
  await owner.keep([block('页脚')]);
  expect((await owner.list()).envelope.data).toEqual([block('页脚')]);
});

test('what cannot be kept is refused by its field, and nobody reaches those of another enterprise', async () => {
  const owner = await blocksOf(corp.owner.mobile);
  const before = (await owner.list()).envelope.data;
  const large = block('大', 'x'.repeat(33 * 1024));
  const wrong: readonly (readonly [readonly unknown[], string])[] = [
    [[block('签章'), block('签章 ')], 'blocks[1].blockName'],
    [[block('')], 'blocks[0].blockName'],
    [[block('章'.repeat(41))], 'blocks[0].blockName'],
    [Array.from({ length: 21 }, (_, index) => block(`${index}`)), 'blocks'],
    [[large, { ...large, blockName: '更大' }], 'blocks'],
  ];
  for (const [blocks, field] of wrong) {
    const { envelope } = await owner.keep(blocks);
    expect(envelope).toMatchObject({ code: '400', data: null, problems: [{ field }] });
  }
  const outside = { reason: 'NOT_MEMBER', data: null };
  expect((await owner.keep([block('签章')], stranger.corpId)).envelope).toMatchObject(outside);
  expect((await owner.list(stranger.corpId)).envelope).toMatchObject(outside);
  expect((await owner.list()).envelope.data).toEqual(before);
});
