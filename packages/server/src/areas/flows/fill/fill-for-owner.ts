import type { MemberContext } from '../../../operation/context.js';
import { actorOf } from '../flow/actor.js';
import type { FlowEvent } from '../flow/events.js';
import { type Flow, signatureAreaType } from '../flow/flow.js';
import { isCounterparty } from '../sign/rules/signing.js';
import type { Prefill } from '../start/prefill.js';
import { applyFill } from './apply-fill.js';
import { concludeFilling } from './rules/filling.js';

/** autoFill 2: the owner's turns end at once if everything required is there, wherever they stand in the queue. */
export async function fillForOwner(
  ctx: MemberContext,
  flow: Flow,
  prefill: Prefill,
): Promise<{ readonly flow: Flow; readonly events: readonly FlowEvent[]; readonly error: string | null }> {
  const owners = flow.participants.filter(
    (participant) => !isCounterparty(flow, participant) && !participant.filled,
  );
  const decision = concludeFilling(flow, prefill.values, owners);
  const unfinished = owners.filter((owner) => !decision.finished.includes(owner));
  const error = prefillError(ctx, flow, prefill, unfinished.length > 0);
  if (owners.length === 0 || error !== null) return { flow, events: [], error };
  const change = await applyFill(ctx.services, ctx.db, flow, decision, actorOf(ctx), ctx.now);
  return { flow: change.after, events: change.events, error: null };
}

/** What kept the owner's filling from ending, in the caller's language. */
function prefillError(
  ctx: MemberContext,
  flow: Flow,
  prefill: Prefill,
  somebodyIsUnfinished: boolean,
): string | null {
  const problems = prefill.problems.map(({ path, words }) =>
    ctx.language === 'zh' ? `${path}：${words.zh}` : `${path}: ${words.en}`,
  );
  if (somebodyIsUnfinished) {
    const missing = missingOwnControls(flow).join(ctx.language === 'zh' ? '、' : ', ');
    if (missing !== '')
      problems.push(ctx.language === 'zh' ? `缺少必填项：${missing}` : `required: ${missing}`);
  }
  return problems.length === 0 ? null : problems.join('; ');
}

function missingOwnControls(flow: Flow): readonly string[] {
  const owners = flow.participants.filter(
    (participant) => !isCounterparty(flow, participant) && participant.fills,
  );
  return flow.components
    .filter(
      (component) =>
        component.required &&
        component.componentType !== signatureAreaType &&
        (component.value === null || component.value === '') &&
        owners.some((owner) => owner.participantId === component.participantId),
    )
    .map((component) => component.componentKey ?? component.componentName);
}
