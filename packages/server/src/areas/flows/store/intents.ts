import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { CorpId, UserId } from '../../../context.js';
import type { Db, Tx } from '../../../database/schema.js';

export type IntentId = Id<'Intent'>;
export type AuthType = 'sms' | 'pwd' | 'face';

/** A confirmed intent of one operator to sign one flow, bound to the text that was there. */
export interface Intent {
  readonly intentId: IntentId;
  readonly authType: AuthType;
  /** Of `pwd`: the person set the password for themselves. */
  readonly ownPassword: boolean;
  readonly textHash: string;
  readonly createTime: Date;
  readonly expireTime: Date;
}

/** How long a confirmed intent can be used, ms. */
export const intentLife = 10 * 60_000;

export async function insertIntent(
  tx: Tx,
  about: { readonly corpId: CorpId; readonly userId: UserId; readonly flowId: FlowId },
  intent: Intent,
): Promise<void> {
  await tx
    .insertInto('flow_intents')
    .values({
      corp_id: about.corpId,
      user_id: about.userId,
      flow_id: about.flowId,
      intent_id: intent.intentId,
      auth_type: intent.authType,
      own_password: intent.ownPassword,
      text_hash: intent.textHash,
      created_at: intent.createTime,
      expire_time: intent.expireTime,
    })
    .execute();
}

/** The newest intent that still holds for this text; of passwords only that kind counts. */
export async function usableIntent(
  db: Db,
  about: {
    readonly corpId: CorpId;
    readonly userId: UserId;
    readonly flowId: FlowId;
    readonly textHash: string;
    readonly password: 'member' | 'own';
  },
  now: Date,
): Promise<Intent | null> {
  const rows = await db
    .selectFrom('flow_intents')
    .selectAll()
    .where('corp_id', '=', about.corpId)
    .where('user_id', '=', about.userId)
    .where('flow_id', '=', about.flowId)
    .where('text_hash', '=', about.textHash)
    .where('consumed_at', 'is', null)
    .where('expire_time', '>', now)
    .orderBy('intent_id', 'desc')
    .execute();
  const row = rows.find(
    ({ auth_type, own_password }) => auth_type !== 'pwd' || own_password === (about.password === 'own'),
  );
  if (row === undefined) return null;
  return {
    intentId: row.intent_id,
    authType: row.auth_type,
    ownPassword: row.own_password,
    textHash: row.text_hash,
    createTime: row.created_at,
    expireTime: row.expire_time,
  };
}

/** Uses the intent up, in the act's own commit. False when another act has used it. */
export async function consumeIntent(
  tx: Tx,
  about: { readonly corpId: CorpId; readonly userId: UserId; readonly flowId: FlowId },
  intentId: IntentId,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('flow_intents')
    .set({ consumed_at: now })
    .where('corp_id', '=', about.corpId)
    .where('user_id', '=', about.userId)
    .where('flow_id', '=', about.flowId)
    .where('intent_id', '=', intentId)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What somebody has confirmed for a part that is no longer theirs counts for nothing. */
export async function dropIntents(tx: Tx, userId: UserId, flowId: FlowId, now: Date): Promise<void> {
  await tx
    .updateTable('flow_intents')
    .set({ consumed_at: now })
    .where('user_id', '=', userId)
    .where('flow_id', '=', flowId)
    .where('consumed_at', 'is', null)
    .execute();
}
