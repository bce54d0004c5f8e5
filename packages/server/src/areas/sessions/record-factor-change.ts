import type { Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import type { AuditOrigin } from '../audit/index.js';
import { findUser } from '../members/index.js';
import { sendNotice } from '../sms/index.js';
import { recordLoginAct } from './record-login.js';

export interface FactorChange {
  readonly userId: UserId;
  readonly way: 'password' | 'totp' | 'passkey' | 'recoveryCodes';
  readonly change: 'set' | 'removed';
}

const names: Readonly<Record<FactorChange['way'], string>> = {
  password: '登录密码',
  totp: '动态口令',
  passkey: '通行密钥',
  recoveryCodes: '恢复码',
};
const changes: Readonly<Record<FactorChange['change'], string>> = { set: '已设置', removed: '已删除' };

/** Records the change of a way to log in, and tells the person: a thief’s change would otherwise go unnoticed. */
export async function recordFactorChange(
  tx: Tx,
  { ids }: Pick<Services, 'ids'>,
  { userId, way, change }: FactorChange,
  origin: AuditOrigin,
): Promise<void> {
  await recordLoginAct(tx, { userId, corpId: null, act: 'factor.change', after: { way, change } }, origin);
  const person = await findUser(tx, userId);
  await sendNotice(tx, {
    mobile: person?.mobile ?? '',
    template: 'factorChanged',
    parameters: { change: `${names[way]}${changes[change]}` },
    idempotencyKey: `factor-change-${await ids.next()}`,
    now: origin.now,
  });
}
