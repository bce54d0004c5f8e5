import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type Selectable, type ShallowDehydrateObject, sql } from 'kysely';
import { fixedQuery, type Value } from '../../../../database/fixed-query.js';
import { gate, insertRows, type Write } from '../../../../database/gathered-writes.js';
import { timeFromJson, toJson } from '../../../../database/json.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { FlowIntentsTable } from '../../../../database/tables/flows.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import type { ProviderProof } from '../../../../providers/provider-proof.js';
import type { AttachmentId } from '../flow.js';

export type IntentId = Id<'Intent'>;
export type AuthType = 'sms' | 'pwd' | 'face';

/**
 * `text`: the displayed text, and marks that add no words to it. `commands`: additionally exactly the marks of one act.
 */
export type IntentScope = 'text' | 'commands';

/** Owner of the intent, and the only channel in which it can be used. */
export interface IntentOwner {
  /** The enterprise that the person acts for, or the initiating one. */
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly flowId: FlowId;
  /** An application's id, or the id of the link of a session. */
  readonly channel: string;
}

/** A confirmed intent to sign for one participant, bound to the digest of what it covers. */
export interface Intent {
  readonly intentId: IntentId;
  readonly participantId: ParticipantId;
  readonly channel: string;
  readonly authType: AuthType;
  /** The provider that proved it; null if none did. */
  readonly proof: ProviderProof | null;
  /** For `pwd`: whether the person set the password themselves. */
  readonly ownPassword: boolean;
  readonly scope: IntentScope;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  readonly attachmentIds: readonly AttachmentId[];
  readonly createTime: Date;
  readonly expireTime: Date;
}

/** Validity of a confirmed intent, ms. */
export const intentLife = 10 * 60_000;

/** @param preimages of the digests, encrypted, in the order of the intents */
export function intentRows(
  owned: readonly {
    readonly owner: IntentOwner;
    readonly intents: readonly (Intent & { readonly preimage: Uint8Array })[];
  }[],
): readonly Write[] {
  return insertRows(
    'flow_intents',
    owned.flatMap(({ owner, intents }) =>
      intents.map((intent) => ({
        corp_id: owner.corpId,
        user_id: owner.userId,
        flow_id: owner.flowId,
        intent_id: intent.intentId,
        participant_id: intent.participantId,
        channel: owner.channel,
        auth_type: intent.authType,
        proof: intent.proof === null ? null : toJson(intent.proof),
        own_password: intent.ownPassword,
        scope: intent.scope,
        digest: intent.digest,
        attachment_ids: intent.attachmentIds,
        preimage: intent.preimage,
        created_at: intent.createTime,
        expire_time: intent.expireTime,
      })),
    ),
    { json: ['proof'] },
  );
}

/** The unused, unexpired intents of one participant and channel, newest first. */
export async function openIntents(
  db: Db,
  owner: IntentOwner,
  participantId: ParticipantId,
  now: Date,
): Promise<readonly Intent[]> {
  const { corpId, userId, flowId, channel } = owner;
  const rows = await openIntentsQuery(db, corpId, userId, flowId, channel, participantId, now);
  return rows.map(intentOf);
}

const openIntentsQuery = fixedQuery(
  (
    db,
    corpId: Value<CorpId>,
    userId: Value<UserId>,
    flowId: Value<FlowId>,
    channel: Value<string>,
    participantId: Value<ParticipantId>,
    now: Value<Date>,
  ) =>
    selectOpenIntents(db, { corpId, userId, flowId, channel }, now).where(
      'participant_id',
      '=',
      participantId,
    ),
);

/** The columns of an intent; the text that it covers stays encrypted and is not read. */
const INTENT_COLUMNS = [
  ...(['intent_id', 'participant_id', 'channel', 'auth_type', 'proof', 'own_password', 'scope'] as const),
  ...(['digest', 'attachment_ids', 'created_at', 'expire_time'] as const),
] as const;

type IntentRow = Pick<Selectable<FlowIntentsTable>, (typeof INTENT_COLUMNS)[number]>;

interface OwnerValues {
  readonly corpId: Value<CorpId>;
  readonly userId: Value<UserId>;
  readonly flowId: Value<FlowId>;
  readonly channel: Value<string>;
}

/** The unused, unexpired intents of a person in a flow and channel, newest first, as a query or a part of one. */
export function selectOpenIntents(
  db: Db,
  { corpId, userId, flowId, channel }: OwnerValues,
  now: Value<Date>,
) {
  return db
    .selectFrom('flow_intents')
    .select(INTENT_COLUMNS)
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('flow_id', '=', flowId)
    .where('channel', '=', channel)
    .where('consumed_at', 'is', null)
    .where('expire_time', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('intent_id', 'desc');
}

function intentOf(row: IntentRow): Intent {
  return {
    intentId: row.intent_id,
    participantId: row.participant_id,
    channel: row.channel,
    authType: row.auth_type,
    proof: row.proof,
    ownPassword: row.own_password,
    scope: row.scope,
    digest: row.digest,
    attachmentIds: row.attachment_ids,
    createTime: row.created_at,
    expireTime: row.expire_time,
  };
}

/** An intent that a query returns as JSON. */
export function intentFromJson(row: ShallowDehydrateObject<IntentRow>): Intent {
  return intentOf({
    ...row,
    created_at: timeFromJson(row.created_at),
    expire_time: timeFromJson(row.expire_time),
  });
}

/**
 * Consumes the intent in the act's own commit, for whichever of the person's parts it was. False if another act has
 * used it.
 */
export async function consumeIntent(
  tx: Tx,
  { corpId, userId, flowId }: Omit<IntentOwner, 'channel'>,
  intentId: IntentId,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('flow_intents')
    .set({ consumed_at: now })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('flow_id', '=', flowId)
    .where('intent_id', '=', intentId)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** consumeIntent as part of a gathered statement, of which `intentConsumed` tells the result. */
export function consumedIntent(
  { corpId, userId, flowId }: Omit<IntentOwner, 'channel'>,
  intentId: IntentId,
  now: Date,
): Write {
  return {
    name: 'consumed_intent',
    body: sql`update flow_intents set consumed_at = ${now}::timestamptz from ${gate}
      where corp_id = ${corpId} and user_id = ${userId} and flow_id = ${flowId}
        and intent_id = ${intentId} and consumed_at is null
      returning intent_id`,
  };
}

export const intentConsumed = sql<boolean>`exists (select from consumed_intent)`;

/** Locks the intent if it is unused, before anything depends on it; `intentLocked` tells the result. */
export function lockedIntent(
  { corpId, userId, flowId }: Omit<IntentOwner, 'channel'>,
  { intentId }: Pick<Intent, 'intentId'>,
): Write {
  return {
    name: 'locked_intent',
    body: sql`select intent_id from flow_intents
      where corp_id = ${corpId} and user_id = ${userId} and flow_id = ${flowId}
        and intent_id = ${intentId} and consumed_at is null
      for update`,
  };
}

export const intentLocked = sql<boolean>`exists (select from locked_intent)`;

/** Invalidates intents for a part that has passed to somebody else. */
export async function dropIntents(tx: Tx, userId: UserId, flowId: FlowId, now: Date): Promise<void> {
  await tx
    .updateTable('flow_intents')
    .set({ consumed_at: now })
    .where('user_id', '=', userId)
    .where('flow_id', '=', flowId)
    .where('consumed_at', 'is', null)
    .execute();
}
