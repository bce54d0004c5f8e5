/** Proof that the operator is who they are: a code on their mobile, their signing password, or their face. */
import type { SmsType } from '@cinnabar/api/sms.js';
import type { OperatorContext } from '../../context.js';
import { transact } from '../../database/transact.js';
import { invalidField, refuse } from '../../refusal.js';
import { checkSigningPassword, makeVerifier, setSigningPassword } from '../members/index.js';
import { checkCode } from '../sms/index.js';
import type { AuthType } from './store/intents.js';

export interface Proof {
  readonly authType: AuthType;
  readonly verifyCode?: string;
  readonly signPwd?: string;
  readonly newPwd?: boolean;
}

/**
 * A code is used up by this, and wrong tries count, whatever becomes of the request afterwards.
 * @param smsType what the code must have been sent for
 * @throws Refusal 1401 to 1404, or 400 naming the missing field
 */
export async function proveIdentity(ctx: OperatorContext, proof: Proof, smsType: SmsType): Promise<void> {
  switch (proof.authType) {
    case 'sms':
      return requireCode(ctx, smsType, proof.verifyCode);
    case 'pwd':
      return provePassword(ctx, proof);
    case 'face':
      // A face result is valid only when our own face page has recorded it, and none has for this operator.
      throw refuse('1403');
  }
}

async function requireCode(ctx: OperatorContext, smsType: SmsType, code?: string): Promise<void> {
  if (code === undefined) throw invalidField('verifyCode', { zh: '必填', en: 'is required' });
  const { mobile } = ctx.operator;
  if ((await checkCode(ctx, { mobile, smsType, code, now: ctx.now })) === 'wrong') throw refuse('1401');
}

async function provePassword(ctx: OperatorContext, proof: Proof): Promise<void> {
  const { signPwd } = proof;
  if (signPwd === undefined) throw invalidField('signPwd', { zh: '必填', en: 'is required' });
  if (proof.newPwd === true) {
    if (!/^\d{6}$/.test(signPwd))
      throw invalidField('signPwd', { zh: '须为 6 位数字', en: 'must be 6 digits' });
    await requireCode(ctx, 'signPwd', proof.verifyCode);
    const verifier = await makeVerifier(ctx.services, ctx.corpId, ctx.operator.userId, signPwd);
    await transact(ctx.db, (tx) => setSigningPassword(tx, ctx.corpId, ctx.operator.userId, verifier));
    return;
  }
  const verdict = await checkSigningPassword(ctx, ctx.corpId, ctx.operator.userId, signPwd, ctx.now);
  if (verdict === 'locked') throw refuse('1404');
  if (verdict !== 'ok') throw refuse('1402');
}
