import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signContract as operation } from '@cinnabar/api/operations/flows.js';
import { transactAtOnce } from '../../../database/transact.js';
import type { Act, MemberContext } from '../../../operation/context.js';
import { invalidField } from '../../../operation/refusal.js';
import { type AskedAct, carryOutAct, type PreparedAct, prepareAct } from './carry-out-act.js';
import { intentsOf, keepIntents, proveActs } from './confirm-intent.js';
import type { Proof } from './prove-identity.js';
import { actsTogether, type TogetherResult } from './sign-together.js';

type Input = InputOf<typeof operation>;

export async function signContract(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  refuseUnshown(ctx, input);
  const asked: AskedAct = { ctx, ...input };
  const together = await actsTogether(ctx, input.flowId, input.others ?? []);
  const prepared = await prove(input, asked, together);
  if (together.length === 0) return carryOutAct(asked, prepared.get(asked) ?? null, ctx.act);
  // Each contract is committed separately; a failing one leaves the earlier ones in place.
  const act: Act = (work) => transactAtOnce(ctx.db, work);
  const signed = await carryOutAct(asked, prepared.get(asked) ?? null, act);
  const others: TogetherResult[] = [];
  for (const each of together) others.push(await each.carryOut(prepared.get(each.asked) ?? null, act));
  return ctx.act(async () => ({ ...signed, others }));
}

/**
 * In a page session, an act must name the digest of what the page displayed; otherwise it is unknown what the person
 * saw.
 */
function refuseUnshown({ link }: MemberContext, { shown, others }: Input): void {
  const onOwnPage = link?.kind === 'sign';
  if (onOwnPage && shown === undefined) throw invalidField('shown', { zh: '必填', en: 'is required' });
  if (!onOwnPage && others !== undefined && others.length > 0) {
    throw invalidField('others', { zh: '仅限签署页使用', en: 'is for the sign page alone' });
  }
}

/**
 * Checks the proof in a request once, however often the acts are retried, and only if all of them could be applied to
 * the displayed content.
 */
async function prove(
  input: Input,
  asked: AskedAct,
  together: Awaited<ReturnType<typeof actsTogether>>,
): Promise<ReadonlyMap<AskedAct, PreparedAct>> {
  const prepared = new Map<AskedAct, PreparedAct>();
  if (input.authType === undefined) return prepared;
  const { ctx } = asked;
  for (const each of [asked, ...together.map((other) => other.asked)]) {
    prepared.set(each, await prepareAct(each));
  }
  const acts = [...prepared.values()].map(({ seen, signer, terms }) => ({
    flow: seen.flow,
    participant: signer,
    terms,
  }));
  const proof: Proof = { ...input, authType: input.authType };
  const intents = await intentsOf(ctx, await proveActs(ctx, proof, acts));
  await transactAtOnce(ctx.db, (tx, alone) => keepIntents(tx, ctx, intents, alone));
  return prepared;
}
