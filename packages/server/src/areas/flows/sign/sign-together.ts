/**
 * Further contracts signed with the same proof on the sign page: each is displayed, and has a digest and a commit of
 * its own.
 */
import type { Infer } from '@cinnabar/api/schema.js';
import type { FlowId, ParticipantId, signedTogether } from '@cinnabar/api/schemas/flow.js';
import type { Act, MemberContext } from '../../../operation/context.js';
import { Refusal, refuse } from '../../../operation/refusal.js';
import { type AskedAct, carryOutAct, type PreparedAct } from './carry-out-act.js';
import { otherSignablePart } from './signable-parts.js';
import { findSigningPart } from './signing-page.js';

export type OtherAct = Infer<typeof signedTogether>;

/** Result for one further contract. */
export interface TogetherResult {
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
  readonly code: string;
  readonly reason: string | null;
  readonly msg: string;
  readonly approvalId: Awaited<ReturnType<typeof carryOutAct>>['approvalId'];
}

interface TogetherAct {
  readonly asked: AskedAct;
  readonly carryOut: (prepared: PreparedAct | null, act: Act) => Promise<TogetherResult>;
}

/**
 * The acts of a request in addition to its own, for the same person and party.
 * @throws Refusal 404 if one does not belong to the person, or is for another party; otherwise the reason why it cannot
 * be signed now
 */
export async function actsTogether(
  ctx: MemberContext,
  flowId: FlowId,
  others: readonly OtherAct[],
): Promise<readonly TogetherAct[]> {
  if (others.length === 0) return [];
  const { link } = ctx;
  if (link === undefined || link.participantId === null) throw refuse('404');
  const { corpId, participantId } = link;
  const part = { corpId, flowId, participantId, userId: ctx.actingMember.userId };
  const found = await findSigningPart(ctx.db, part, ctx.now);
  if (found === null) throw refuse('410');
  const acts: TogetherAct[] = [];
  for (const other of others) {
    await otherSignablePart(ctx.db, part, found, other, ctx.now);
    acts.push(togetherAct(ctx, other));
  }
  return acts;
}

function togetherAct(ctx: MemberContext, other: OtherAct): TogetherAct {
  const { flowId, participantId } = other;
  const own = ctx.link === undefined ? {} : { link: { ...ctx.link, participantId } };
  const asked: AskedAct = { ...other, ctx: { ...ctx, ...own } };
  return {
    asked,
    async carryOut(prepared, act) {
      try {
        const { approvalId, flowDesc } = await carryOutAct(asked, prepared, act);
        return { flowId, participantId, code: '0', reason: null, msg: flowDesc, approvalId };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, reason, words } = error;
        return { flowId, participantId, code, reason, msg: words[ctx.language], approvalId: null };
      }
    },
  };
}
