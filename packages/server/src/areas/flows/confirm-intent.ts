import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Tx } from '../../database/schema.js';
import { invalidField, refuse, refuseFor } from '../../refusal.js';
import type { SeenFlow } from './access.js';
import { SignStatus } from './flow.js';
import { type Proof, type ProvingContext, proveIdentity } from './prove-identity.js';
import { isOpen, isPastDeadline } from './rules/states.js';
import { textHash } from './rules/text-hash.js';
import { type AuthType, insertIntent, intentLife } from './store/intents.js';

/** A flow, and the parts in it that its operator confirms. */
type OwnParts = Pick<SeenFlow, 'flow' | 'own'>;

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
  seen: readonly OwnParts[],
): Promise<void> {
  const password = passwordFor(ctx, proof, seen);
  const businessIds = seen.map(({ flow }) => flow.flowId);
  return proveIdentity(ctx, proof, { smsType: 'sign', purpose: 'signContract', businessIds, password });
}

/**
 * Whose signing password counts. An application may have set that of a membership, so it proves nothing about what a
 * person wants for themselves; their own is set on their own page, where no application stands between.
 */
function passwordFor(
  ctx: ProvingContext,
  { authType, newPwd }: Proof,
  seen: readonly OwnParts[],
): 'member' | 'own' {
  const forOneself = seen.filter(({ own }) => isForOneself(own)).length;
  if (authType !== 'pwd' || forOneself === 0) return 'member';
  const onOwnPage = (ctx.link?.participantId ?? null) !== null;
  if (forOneself < seen.length || (newPwd === true && !onOwnPage)) {
    throw refuse('1402', {
      zh: '个人签署须使用短信验证码、人脸核验或本人在签署页设置的密码',
      en: 'a personal participant confirms by text message, face, or a password set on their own page',
    });
  }
  return 'own';
}

function isForOneself(own: SeenFlow['own']): boolean {
  return own.every((participant) => participant.type === 'person');
}

/** Keeps the confirmed intent for each flow: one act per flow may use it, as long as the texts stay as they are. */
export async function keepIntents(
  tx: Tx,
  ctx: ProvingContext,
  seen: readonly OwnParts[],
  authType: AuthType,
): Promise<void> {
  for (const { flow, own } of seen) {
    const about = { corpId: ctx.corpId, userId: ctx.operator.userId, flowId: flow.flowId };
    await insertIntent(tx, about, {
      intentId: await ctx.services.ids.next(),
      authType,
      ownPassword: authType === 'pwd' && isForOneself(own),
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
