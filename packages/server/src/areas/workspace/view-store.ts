/** All SQL of saved views. */
import { openTexts, type SealedPlace, sealTexts } from '../../custody/sealed-texts.js';
import type { Db, Tx } from '../../database/schema.js';
import type { Author } from './draft-store.js';

export interface SavedView {
  readonly viewName: string;
  readonly query: string;
}

function placeOf({ corpId, userId }: Author): SealedPlace {
  return { corpId, purpose: `contract views ${userId}` };
}

export function sealViews(db: Db, author: Author, views: readonly SavedView[]) {
  return sealTexts(db, placeOf(author), views);
}

export async function saveViews(tx: Tx, { corpId, userId }: Author, sealed: Uint8Array): Promise<void> {
  await tx
    .insertInto('contract_views')
    .values({ corp_id: corpId, user_id: userId, sealed })
    .onConflict((conflict) => conflict.columns(['corp_id', 'user_id']).doUpdateSet({ sealed }))
    .execute();
}

export async function findViews(db: Db, author: Author): Promise<SavedView[]> {
  const row = await db
    .selectFrom('contract_views')
    .select('sealed')
    .where('corp_id', '=', author.corpId)
    .where('user_id', '=', author.userId)
    .executeTakeFirst();
  return row === undefined ? [] : openTexts<SavedView[]>(db, placeOf(author), row.sealed);
}
