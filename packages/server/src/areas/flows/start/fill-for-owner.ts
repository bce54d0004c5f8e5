import type { MemberContext } from '../../../operation/context.js';
import {
  decideOwnFilling,
  type Filling,
  missingComponents,
  unfilledOwnParts,
} from '../fill/rules/filling.js';
import { actorOf } from '../flow/actor.js';
import type { Flow } from '../flow/flow.js';
import { isCounterparty } from '../flow/rules/counterparty.js';
import { changeOf } from '../flow/rules/decision.js';
import type { Prefill } from './prefill.js';

/** AutoFill.atOnce: the owner's turns end with the start if every required value is given. */
export function fillForOwner(
  ctx: MemberContext,
  flow: Flow,
  prefill: Prefill,
): { readonly filling: Filling | null; readonly error: string | null } {
  const owners = unfilledOwnParts(flow);
  const filling =
    owners.length === 0
      ? null
      : changeOf(decideOwnFilling(flow, { actor: actorOf(ctx), values: prefill.values, now: ctx.now }));
  const error = prefillError(ctx, flow, prefill, filling !== null && filling.finished.length < owners.length);
  return { filling: error === null ? filling : null, error };
}

/** Reason why the owner's filling could not end, in the caller's language. */
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
  const own = flow.participants.filter((participant) => !isCounterparty(flow, participant));
  const ids = new Set(own.map(({ participantId }) => participantId));
  return own
    .filter(({ fills }) => fills)
    .flatMap((owner) => missingComponents(flow.components, owner, (participantId) => ids.has(participantId)))
    .map((component) => component.componentKey ?? component.componentName);
}
