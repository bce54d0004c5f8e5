import { choice, id, int64, list, nullable, object, text } from '@cinnabar/api/schema.js';
import { type Selectable, sql } from 'kysely';
import { toJson } from '../../database/json.js';
import { type Removed, removeCounted } from '../../database/remove-counted.js';
import type { Db, Tx } from '../../database/schema.js';
import type { FaceOrdersTable } from '../../database/tables/faces.js';
import type { FaceResult, StartedFaceCheck } from '../../providers/face/port.js';
import { proofIn } from '../../providers/provider-proof.js';
import type { FaceOrder } from './face-order.js';

const coveredActs = list(
  object({
    businessId: int64(),
    participantId: nullable(int64()),
    scope: choice(['text', 'commands']),
    digest: text(64, 64),
    attachmentIds: list(id<'Attachment'>()),
  }),
);

export async function insertOrder(tx: Tx, order: FaceOrder): Promise<void> {
  await tx
    .insertInto('face_orders')
    .values({
      order_no: order.orderNo,
      corp_id: order.corpId,
      user_id: order.userId,
      purpose: order.purpose,
      business_ids: order.businessIds,
      channel: order.channel,
      asker: order.asker,
      covered: toJson(order.covered),
      subject: order.subject,
      callback_url: order.callbackUrl,
      legal_rep_name: order.legalRep?.name ?? null,
      legal_rep_ident_no: order.legalRep?.identNo ?? null,
      created_at: order.createTime,
      expire_time: order.expireTime,
      result: order.result,
      finished_at: order.finishTime,
      used_at: order.useTime,
    })
    .execute();
}

function orderOf(row: Selectable<FaceOrdersTable>): FaceOrder {
  return {
    orderNo: row.order_no,
    corpId: row.corp_id,
    userId: row.user_id,
    purpose: row.purpose,
    businessIds: row.business_ids,
    channel: row.channel,
    asker: row.asker,
    covered: coveredActs.read(row.covered, 'covered', { zone: 'UTC' }),
    subject: row.subject,
    stated: row.stated_subject,
    started: startOf(row),
    callbackUrl: row.callback_url,
    legalRep:
      row.legal_rep_name === null || row.legal_rep_ident_no === null
        ? null
        : { name: row.legal_rep_name, identNo: row.legal_rep_ident_no },
    createTime: row.created_at,
    expireTime: row.expire_time,
    result: row.result,
    finishTime: row.finished_at,
    useTime: row.used_at,
    proof: proofIn(row.provider_record),
  };
}

function startOf({
  order_no: orderNo,
  h5face_id: h5faceId,
  attempt_no: attemptNo,
  device,
}: Selectable<FaceOrdersTable>): StartedFaceCheck | null {
  if (h5faceId === null) return null;
  // Earlier versions started a check under the number of its order.
  return { h5faceId, attemptNo: attemptNo ?? orderNo, device: device ?? 'phone' };
}

/** Records that the check has been started at the provider, in place of an earlier start. */
export async function startOrder(
  tx: Db,
  orderNo: string,
  { attemptNo, h5faceId, device }: StartedFaceCheck,
  stated: Uint8Array | null,
): Promise<void> {
  await tx
    .updateTable('face_orders')
    .set({ attempt_no: attemptNo, h5face_id: h5faceId, device, stated_subject: stated })
    .where('order_no', '=', orderNo)
    .execute();
}

/** Identity that a person states in a check of their own; the number is encrypted for that order alone. */
export interface OwnFaceCheck {
  readonly orderNo: string;
  readonly realName: string;
  readonly identNum: Uint8Array;
  readonly identNumIndex: string;
}

export async function insertOwnCheck(tx: Tx, check: OwnFaceCheck): Promise<void> {
  const { orderNo, realName, identNum, identNumIndex } = check;
  await tx
    .insertInto('own_face_checks')
    .values({
      order_no: orderNo,
      real_name: realName,
      ident_num: identNum,
      ident_num_index: identNumIndex,
    })
    .execute();
}

export async function findOwnCheck(db: Db, orderNo: string): Promise<OwnFaceCheck | null> {
  const row = await db
    .selectFrom('own_face_checks')
    .selectAll()
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { real_name: realName, ident_num: identNum, ident_num_index: identNumIndex } = row;
  return { orderNo, realName, identNum, identNumIndex };
}

export async function findOrder(db: Db, orderNo: string): Promise<FaceOrder | null> {
  const row = await db
    .selectFrom('face_orders')
    .selectAll()
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  return row === undefined ? null : orderOf(row);
}

/** Locks the order until the transaction ends, so that it is finished once and its result is used once. */
export async function lockOrder(tx: Tx, orderNo: string): Promise<FaceOrder | null> {
  const row = await tx
    .selectFrom('face_orders')
    .selectAll()
    .where('order_no', '=', orderNo)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : orderOf(row);
}

export async function finishOrder(
  tx: Tx,
  orderNo: string,
  { verdict, record }: Pick<FaceResult, 'verdict' | 'record'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('face_orders')
    .set({
      result: verdict,
      finished_at: now,
      provider_record: toJson(record),
      subject: null,
      stated_subject: null,
    })
    .where('order_no', '=', orderNo)
    .execute();
}

export async function markUsed(tx: Tx, orderNo: string, now: Date): Promise<void> {
  await tx.updateTable('face_orders').set({ used_at: now }).where('order_no', '=', orderNo).execute();
}

/** Deletes the identities of orders that have expired. */
export async function removeEndedSubjects(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('face_orders')
    .set({ subject: null, stated_subject: null })
    .where('expire_time', '<', now)
    .where((where) => where.or([where('subject', 'is not', null), where('stated_subject', 'is not', null)]))
    .execute();
}

/** Deletes orders that expired before the given time. */
export function removeOldOrders(db: Db, before: Date): Promise<Removed> {
  return removeCounted(db, 'face_orders', 'expire_time', sql`expire_time < ${before}`);
}
