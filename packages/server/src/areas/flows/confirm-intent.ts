import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Tx } from '../../database/schema.js';
import { invalidField, refuse, refuseFor } from '../../refusal.js';
import type { SeenFlow } from './access.js';
import { type Flow, SignStatus } from './flow.js';
import { type Proof, type ProvingContext, proveIdentity } from './prove-identity.js';
import { isOpen, isPastDeadline } from './rules/states.js';
import { textHash } from './rules/text-hash.js';
import { type AuthType, insertIntent, intentLife } from './store/intents.js';

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
  ctx: ProvingContext,
  proof: Proof,
  seen: readonly Pick<SeenFlow, 'flow' | 'own'>[],
): Promise<void> {
  // An application may have set this password, so it proves nothing about what a person wants for themselves.
  const forOneself = seen.some(({ own }) => own.every((participant) => participant.type === 'person'));
  if (proof.authType === 'pwd' && proof.signPwd !== undefined && forOneself) {
    throw refuse('1402', {
      zh: '个人签署须使用短信验证码或人脸核验',
      en: 'a personal participant confirms by text message or face',
    });
  }
  const businessIds = seen.map(({ flow }) => flow.flowId);
  return proveIdentity(ctx, proof, { smsType: 'sign', purpose: 'signContract', businessIds });
}

/** Keeps the confirmed intent for each flow: one act per flow may use it, as long as the texts stay as they are. */
export async function keepIntents(
  tx: Tx,
  ctx: ProvingContext,
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
