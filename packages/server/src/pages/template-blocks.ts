/** Blocks of the designer of templates, for the member who has kept them. */
import type { InputOf } from '@cinnabar/api/operation.js';
import { MAX_BLOCKS_BYTES } from '@cinnabar/api/pages/block-limits.js';
import * as declared from '@cinnabar/api/pages/template-blocks.js';
import { findBlocks, repeatedName, saveBlocks } from '../areas/workspace/index.js';
import type { ConsoleContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { invalidField } from '../operation/refusal.js';
import { requireOpenCorp } from './console/require-open-corp.js';

async function viewBlocks(ctx: ConsoleContext, { corpId }: InputOf<typeof declared.viewBlocks>) {
  await requireOpenCorp(ctx, corpId);
  return findBlocks(ctx.db, { corpId, userId: ctx.session.userId });
}

async function keepBlocks(ctx: ConsoleContext, { corpId, blocks }: InputOf<typeof declared.keepBlocks>) {
  await requireOpenCorp(ctx, corpId);
  const repeated = repeatedName(blocks.map(({ blockName }) => blockName));
  if (repeated >= 0) {
    throw invalidField(`blocks[${repeated}].blockName`, { zh: '名称重复', en: 'is used twice' });
  }
  const kept = blocks.map(({ blockName, content }) => ({ blockName: blockName.trim(), content }));
  if (Buffer.byteLength(JSON.stringify(kept)) > MAX_BLOCKS_BYTES) {
    throw invalidField('blocks', { zh: '合计超过 64 KiB', en: 'are more than 64 KiB' });
  }
  await saveBlocks(ctx.db, { corpId, userId: ctx.session.userId }, kept);
  return kept;
}

export const templateBlockRoutes: readonly AnyRoute[] = [
  route('console', declared.viewBlocks, viewBlocks),
  route('console', declared.keepBlocks, keepBlocks),
];
