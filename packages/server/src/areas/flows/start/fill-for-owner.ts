import type { MemberContext } from '../../../operation/context.js';
import { decideOwnFilling, type Filling, unfilledOwnParts } from '../fill/rules/filling.js';
import { actorOf } from '../flow/actor.js';
import { type Flow, signatureAreaType } from '../flow/flow.js';
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
