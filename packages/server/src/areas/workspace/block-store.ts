/** All SQL of blocks, which the designer of templates keeps for a member. */
import type { Block } from '@cinnabar/api/pages/template-blocks.js';
import { openTexts, type SealedPlace, sealTexts } from '../../custody/sealed-texts.js';
import type { Db } from '../../database/schema.js';
import type { Author } from './draft-store.js';

function placeOf({ corpId, userId }: Author): SealedPlace {
  return { corpId, purpose: `template blocks ${userId}` };
}

export async function saveBlocks(db: Db, author: Author, blocks: readonly Block[]): Promise<void> {
  const sealed = await sealTexts(db, placeOf(author), blocks);
  await db
    .insertInto('template_blocks')
    .values({ corp_id: author.corpId, user_id: author.userId, sealed })
    .onConflict((conflict) => conflict.columns(['corp_id', 'user_id']).doUpdateSet({ sealed }))
    .execute();
}

export async function findBlocks(db: Db, author: Author): Promise<Block[]> {
  const row = await db
    .selectFrom('template_blocks')
    .select('sealed')
    .where('corp_id', '=', author.corpId)
    .where('user_id', '=', author.userId)
    .executeTakeFirst();
  return row === undefined ? [] : openTexts<Block[]>(db, placeOf(author), row.sealed);
}
