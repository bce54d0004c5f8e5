import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { OperatorContext } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { invalidField, refuse, refuseFor } from '../../refusal.js';
import { useFaceResult } from '../faces/index.js';
import { checkSigningPassword, makeVerifier, setSigningPassword } from '../members/index.js';
import { checkCode } from '../sms/index.js';
import type { SeenFlow } from './access.js';
import { type Flow, SignStatus } from './flow.js';
import { isOpen, isPastDeadline } from './rules/states.js';
import { textHash } from './rules/text-hash.js';
import { type AuthType, insertIntent, intentLife } from './store/intents.js';

export interface Proof {
  readonly authType: AuthType;
  readonly verifyCode?: string;
  readonly signPwd?: string;
  readonly newPwd?: boolean;
  /** Of a face check: what the person brought back from it. */
  readonly code?: string;
  readonly orderNo?: string;
  readonly h5faceId?: string;
  readonly newSign?: string;
  readonly newSignature?: string;
}

/** Refuses flows in which the operator has nothing (left) to sign. */
export function refuseUnlessSignable({ flow, own }: SeenFlow, now: Date): void {
  if (isPastDeadline(flow, now)) throw refuseFor('FLOW_EXPIRED');
  const hasToSign = own.some(
    (participant) => participant.signs && participant.signStatus !== SignStatus.signed,
  );
  if (!isOpen(flow.status) || !hasToSign) throw refuseFor('FLOW_STATE');
}

/**
 * Checks the proof that the operator means to sign. A code is used up by this, and wrong tries count, whatever
 * becomes of the request afterwards.
 * @throws Refusal 1401 to 1404, or 400 naming the missing field
 */
export async function checkProof(
  ctx: OperatorContext,
  proof: Proof,
  seen: readonly SeenFlow[],
): Promise<void> {
  switch (proof.authType) {
    case 'sms':
      return requireCode(ctx, 'sign', proof.verifyCode);
    case 'pwd':
      return checkPassword(ctx, proof, seen);
    case 'face':
      return requireFace(ctx, proof, seen);
  }
}

async function requireCode(ctx: OperatorContext, smsType: 'sign' | 'signPwd', code?: string): Promise<void> {
  if (code === undefined) throw invalidField('verifyCode', { zh: '必填', en: 'is required' });
  const { mobile } = ctx.operator;
  if ((await checkCode(ctx, { mobile, smsType, code, now: ctx.now })) === 'wrong') throw refuse('1401');
}

/** Only what our own face page has recorded counts, and only for the flows that the check was made for. */
async function requireFace(ctx: OperatorContext, proof: Proof, seen: readonly SeenFlow[]): Promise<void> {
  const { orderNo, code = '', h5faceId = '', newSign = proof.newSignature ?? '' } = proof;
  if (orderNo === undefined) throw invalidField('orderNo', { zh: '必填', en: 'is required' });
  const businessIds = seen.map(({ flow }) => flow.flowId);
  const about = { purpose: 'signContract', businessIds } as const;
  const verdict = await useFaceResult(ctx, about, { code, orderNo, h5faceId, newSign });
  if (verdict === 'wrong') throw refuse('1403');
}

async function checkPassword(ctx: OperatorContext, proof: Proof, seen: readonly SeenFlow[]): Promise<void> {
  const { signPwd } = proof;
  if (signPwd === undefined) throw invalidField('signPwd', { zh: '必填', en: 'is required' });
  // An application may have set this password, so it proves nothing about what a person wants for themselves.
  if (seen.some(({ own }) => own.every((participant) => participant.type === 'person'))) {
    throw refuse('1402', {
      zh: '个人签署须使用短信验证码或人脸核验',
      en: 'a personal participant confirms by text message or face',
    });
  }
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

/** Keeps the confirmed intent for each flow: one act per flow may use it, as long as the texts stay as they are. */
export async function keepIntents(
  tx: Tx,
  ctx: OperatorContext,
  flows: readonly Flow[],
  authType: AuthType,
): Promise<void> {
  for (const flow of flows) {
    const about = { corpId: ctx.corpId, userId: ctx.operator.userId, flowId: flow.flowId };
    await insertIntent(tx, about, {
      intentId: await ctx.services.ids.next(),
      authType,
      textHash: textHash(flow),
      createTime: ctx.now,
      expireTime: new Date(ctx.now.getTime() + intentLife),
    });
  }
}

/** The flows that a request names, each once. */
export function namedFlows(
  flowId: FlowId | undefined,
  flowIds: readonly FlowId[] | undefined,
): readonly FlowId[] {
  const named = new Set([...(flowId === undefined ? [] : [flowId]), ...(flowIds ?? [])]);
  if (named.size === 0) throw invalidField('flowId', { zh: '必填', en: 'is required' });
  return [...named];
}
