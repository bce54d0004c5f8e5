import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { sendSmsVerifyCode as operation, SendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { findCorp } from '../enterprise/index.js';
import {
  approvalsMeant,
  approvalsOfCode,
  contractsOfCode,
  flowsOfCode,
  signsForThemselves,
} from '../flows/index.js';
import { findSeal } from '../seals/index.js';
import {
  approvalUse,
  autoSignUse,
  type CodeRequest,
  joinUse,
  sendCode,
  signingForUse,
  signingUse,
  signPasswordUse,
  subjectsOf,
} from '../sms/index.js';

export async function sendSmsVerifyCode(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const about = await aboutOf(ctx, input);
  await sendCode(ctx, { mobile: input.mobile, asker: ctx.appId, ...about });
  return ctx.act(async () => ({}));
}

type About = Pick<CodeRequest, 'purpose' | 'subject' | 'use' | 'share'>;

/**
 * Purpose of the code. Only its recipient can use a link; any other request may come from anyone who knows the mobile.
 */
async function aboutOf(ctx: MemberContext, input: SendSmsVerifyCode): Promise<About> {
  const share = ctx.link === undefined || ctx.link.kind === 'access' ? 'bare' : 'own';
  switch (input.smsType) {
    case 'sign':
      if (input.sealId !== undefined) return aboutSeal(ctx, input.sealId, share);
      return aboutSigning(ctx, input, share);
    case 'approval': {
      const approvalIds = await approvalsMeant(ctx, input.approvalIds ?? []);
      const approvals = await approvalsOfCode(ctx, approvalIds);
      const use = approvalUse(await nameOf(ctx), approvals);
      return { purpose: 'approval', subject: subjectsOf('approval', approvalIds), use, share };
    }
    case 'signPwd': {
      const corpName = (await signsForThemselves(ctx)) ? null : await nameOf(ctx);
      return { purpose: 'signPwd', subject: [], use: signPasswordUse(corpName), share };
    }
    case 'commSms':
      return { purpose: 'join', subject: [`corp ${ctx.corpId}`], use: joinUse(await nameOf(ctx)), share };
  }
}

/** A code about a contract is sent to a participant of it, so the request counts as one by that participant's link. */
async function aboutSigning(
  ctx: MemberContext,
  { mobile, flowId, flowIds = [] }: SendSmsVerifyCode,
  share: About['share'],
): Promise<About> {
  const named = await flowsOfCode(ctx, flowId === undefined ? flowIds : [flowId, ...flowIds]);
  const contracts = await contractsOfCode(ctx, named, mobile);
  const subject = subjectsOf('flow', named);
  if (contracts.length === 0)
    return { purpose: 'sign', subject, use: signingForUse(await nameOf(ctx)), share };
  return { purpose: 'sign', subject, use: signingUse(contracts), share: 'own' };
}

/** @throws Refusal SEAL_NOT_FOUND */
async function aboutSeal(ctx: MemberContext, sealId: SealId, share: About['share']): Promise<About> {
  const seal = await findSeal(ctx.db, ctx.corpId, sealId);
  if (seal === null) throw refuse('SEAL_NOT_FOUND');
  const use = autoSignUse(await nameOf(ctx), seal.seal_name);
  return { purpose: 'autoSign', subject: [`seal ${sealId}`], use, share };
}

async function nameOf({ db, corpId, actingMember }: MemberContext): Promise<string> {
  const corp = actingMember.membership?.corp;
  if (corp?.corpId === corpId) return corp.corpName;
  return (await findCorp(db, corpId))?.corpName ?? '';
}
