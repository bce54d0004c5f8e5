/** Blocks of the designer of templates: controls that a member keeps to put them on pages again. */
import { consoleDoorReasons } from '../console-door.js';
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { type Infer, id, list, object, text } from '../schema.js';
import { MAX_BLOCK_NAME, MAX_BLOCKS, MAX_BLOCKS_BYTES } from './block-limits.js';

const block = object({
  blockName: text(1, MAX_BLOCK_NAME),
  /** In the page's own format. */
  content: text(1, MAX_BLOCKS_BYTES),
});
export type Block = Infer<typeof block>;

export const viewBlocks = pageOperation({
  path: '/pages/console/blocks',
  caller: 'console',
  consoleSession: 'any',
  request: object({ corpId: id<'Corp'>() }),
  answer: data(list(block)),
  reasons: consoleDoorReasons,
  title: { zh: '查询常用组合', en: 'List blocks of controls' },
});

/** Replaces all of them: adds, renames and deletes. */
export const keepBlocks = pageOperation({
  path: '/pages/console/keepBlocks',
  caller: 'console',
  consoleSession: 'any',
  writes: true,
  request: object({ corpId: id<'Corp'>(), blocks: list(block, { max: MAX_BLOCKS }) }),
  answer: data(list(block)),
  reasons: consoleDoorReasons,
  title: { zh: '保存常用组合', en: 'Save blocks of controls' },
});
