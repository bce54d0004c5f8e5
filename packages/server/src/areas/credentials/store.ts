import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { ApplicationsTable } from '../../database/tables/credentials.js';
import type { CorpId } from '../../operation/context.js';

export interface Application {
  readonly appId: string;
  readonly corpId: CorpId;
  readonly secretHash: string;
  readonly previousSecretHash: string | null;
  readonly previousUntil: Date | null;
  readonly status: 'enabled' | 'disabled';
  readonly allowList: readonly string[];
}

/** Identity and restrictions of a request with a valid access token. */
export interface Token {
  readonly appId: string;
  readonly corpId: CorpId;
  readonly expireTime: Date;
  /** Addresses and CIDR ranges; empty: any. */
  readonly allowList: readonly string[];
}

function applicationOf(row: Selectable<ApplicationsTable>): Application {
  return {
    appId: row.app_id,
    corpId: row.corp_id,
    secretHash: row.secret_hash,
    previousSecretHash: row.previous_secret_hash,
    previousUntil: row.previous_until,
    status: row.status,
    allowList: row.allow_list,
  };
}

/** Finds an application by id alone: the enterprise is unknown before the credentials are checked. */
export async function findApplication(db: Db, appId: string): Promise<Application | null> {
  const row = await db.selectFrom('applications').selectAll().where('app_id', '=', appId).executeTakeFirst();
  return row === undefined ? null : applicationOf(row);
}

export async function insertApplication(
  tx: Tx,
  application: {
    readonly appId: string;
    readonly corpId: CorpId;
    readonly name: string;
    readonly secretHash: string;
    readonly allowList: readonly string[];
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('applications')
    .values({
      app_id: application.appId,
      corp_id: application.corpId,
      name: application.name,
      secret_hash: application.secretHash,
      previous_secret_hash: null,
      previous_until: null,
      status: 'enabled',
      allow_list: application.allowList,
      created_at: application.now,
    })
    .execute();
}

/** @returns false if the enterprise has no such application */
export async function replaceSecret(
  tx: Tx,
  change: {
    readonly corpId: CorpId;
    readonly appId: string;
    readonly secretHash: string;
    readonly previousUntil: Date;
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('applications')
    .set((columns) => ({
      previous_secret_hash: columns.ref('secret_hash'),
      previous_until: change.previousUntil,
      secret_hash: change.secretHash,
    }))
    .where('corp_id', '=', change.corpId)
    .where('app_id', '=', change.appId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Held until the end of the transaction, so that of two changes the later one sees the earlier. */
export async function lockApplication(tx: Tx, corpId: CorpId, appId: string): Promise<void> {
  await tx
    .selectFrom('applications')
    .select('app_id')
    .where('corp_id', '=', corpId)
    .where('app_id', '=', appId)
    .forUpdate()
    .execute();
}

export async function saveApplication(
  tx: Tx,
  corpId: CorpId,
  {
    appId,
    name,
    allowList,
  }: { readonly appId: string; readonly name: string; readonly allowList: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ name, allow_list: allowList })
    .where('corp_id', '=', corpId)
    .where('app_id', '=', appId)
    .execute();
}

/** @returns false if the enterprise has no such application */
export async function setApplicationStatus(
  tx: Tx,
  corpId: CorpId,
  appId: string,
  status: Application['status'],
): Promise<boolean> {
  const result = await tx
    .updateTable('applications')
    .set({ status })
    .where('corp_id', '=', corpId)
    .where('app_id', '=', appId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Stores a new token and deletes the application's tokens that expired before `now`. */
export async function saveToken(
  tx: Tx,
  token: {
    readonly tokenHash: string;
    readonly appId: string;
    readonly corpId: CorpId;
    readonly expireTime: Date;
    readonly address: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .deleteFrom('access_tokens')
    .where('app_id', '=', token.appId)
    .where('expire_time', '<=', token.now)
    .execute();
  await tx
    .insertInto('access_tokens')
    .values({
      token_hash: token.tokenHash,
      app_id: token.appId,
      corp_id: token.corpId,
      expire_time: token.expireTime,
      created_at: token.now,
      address: token.address,
    })
    .execute();
}

/**
 * Finds an unexpired token by its hash, provided that its application is enabled.
 * @param tokenHash hashToken() of the header's value
 */
export async function findToken(db: Db, tokenHash: string, now: Date): Promise<Token | null> {
  const row = await db
    .selectFrom('access_tokens as token')
    .innerJoin('applications as application', 'application.app_id', 'token.app_id')
    .select(['token.app_id', 'token.corp_id', 'token.expire_time', 'application.allow_list'])
    .where('token.token_hash', '=', tokenHash)
    .where('token.expire_time', '>', now)
    .where('application.status', '=', 'enabled')
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    appId: row.app_id,
    corpId: row.corp_id,
    expireTime: row.expire_time,
    allowList: row.allow_list,
  };
}
