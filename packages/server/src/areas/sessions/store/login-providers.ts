import type { Db, Tx } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';

/** The OpenID Connect provider of an enterprise. */
export interface LoginProvider {
  readonly corpId: CorpId;
  readonly issuer: string;
  readonly clientId: string;
  /** Encrypted. */
  readonly clientSecret: Uint8Array;
}

export async function findLoginProvider(db: Db, corpId: CorpId): Promise<LoginProvider | null> {
  const row = await db
    .selectFrom('login_providers')
    .select(['issuer', 'client_id', 'client_secret'])
    .where('corp_id', '=', corpId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { corpId, issuer: row.issuer, clientId: row.client_id, clientSecret: row.client_secret };
}

export async function saveLoginProvider(tx: Tx, provider: LoginProvider, now: Date): Promise<void> {
  const values = {
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    created_at: now,
  };
  await tx
    .insertInto('login_providers')
    .values({ corp_id: provider.corpId, ...values })
    .onConflict((conflict) => conflict.column('corp_id').doUpdateSet(values))
    .execute();
}

export async function removeLoginProvider(tx: Tx, corpId: CorpId): Promise<void> {
  await tx.deleteFrom('login_providers').where('corp_id', '=', corpId).execute();
}

/** Those of all enterprises, by their number. */
export async function listLoginProviders(db: Db, most: number) {
  const rows = await db
    .selectFrom('login_providers')
    .innerJoin('corps', 'corps.corp_id', 'login_providers.corp_id')
    .select(['login_providers.corp_id', 'corps.corp_name', 'login_providers.issuer'])
    .orderBy('login_providers.corp_id')
    .limit(most)
    .execute();
  return rows.map((row) => ({ corpId: row.corp_id, corpName: row.corp_name, issuer: row.issuer }));
}

/** Whether any enterprise has one. */
export async function hasLoginProviders(db: Db): Promise<boolean> {
  const row = await db.selectFrom('login_providers').select('corp_id').limit(1).executeTakeFirst();
  return row !== undefined;
}
