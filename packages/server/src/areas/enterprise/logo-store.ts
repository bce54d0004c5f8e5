/** All SQL of logos. */
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpLogosTable } from '../../database/tables/enterprise.js';
import type { CorpId } from '../../operation/context.js';

export type CorpLogo = Selectable<CorpLogosTable>;

export async function findLogo(db: Db | Tx, corpId: CorpId): Promise<CorpLogo | null> {
  const row = await db.selectFrom('corp_logos').selectAll().where('corp_id', '=', corpId).executeTakeFirst();
  return row ?? null;
}

export async function findLogoByKey(db: Db, key: string): Promise<CorpLogo | null> {
  const row = await db.selectFrom('corp_logos').selectAll().where('logo_key', '=', key).executeTakeFirst();
  return row ?? null;
}

/** Replaces the logo. The caller has locked the enterprise. */
export async function saveLogo(tx: Tx, logo: CorpLogo): Promise<void> {
  await removeLogo(tx, logo.corp_id);
  await tx.insertInto('corp_logos').values(logo).execute();
}

export async function removeLogo(tx: Tx, corpId: CorpId): Promise<void> {
  await tx.deleteFrom('corp_logos').where('corp_id', '=', corpId).execute();
}
