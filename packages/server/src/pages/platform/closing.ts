/** The end of an enterprise in the platform's console. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/platform-closing.js';
import { closeCorp, reopenCorp, viewClosing } from '../../areas/closing/index.js';
import type { PlatformContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { invalidField, type Refusal, refuse } from '../../operation/refusal.js';
import { recordOperatorAct } from './record-operator-act.js';

async function view(
  { db, now, language, services }: PlatformContext,
  { corpId }: InputOf<typeof declared.viewPlatformClosing>,
) {
  const found = await viewClosing(db, corpId, now);
  if (found === null) throw refuse('404');
  const { corp, closure, effects, remedies } = found;
  return {
    corpName: corp.corpName,
    state: stateOf(closure),
    closedAt: closure?.closedAt ?? null,
    removeAfter: closure?.removeAfter ?? null,
    removedAt: closure?.removedAt ?? null,
    days: services.config.closedCorpRetentionDays,
    ...effects,
    remedies: remedies.map((words) => words[language]),
  };
}

function stateOf(closure: { readonly removingAt: Date | null; readonly removedAt: Date | null } | null) {
  if (closure === null) return 'open' as const;
  if (closure.removedAt !== null) return 'removed' as const;
  return closure.removingAt === null ? ('closed' as const) : ('removing' as const);
}

async function close(ctx: PlatformContext, given: InputOf<typeof declared.closePlatformCorp>) {
  const { db, services, now, operator } = ctx;
  const { corpId } = given;
  const found = await viewClosing(db, corpId, now);
  if (found === null) throw refuse('404');
  if (given.corpName.trim() !== found.corp.corpName) {
    throw invalidField('corpName', { zh: '与企业名称不一致', en: 'is not the name of the enterprise' });
  }
  const reason = given.reason.trim();
  const days = services.config.closedCorpRetentionDays;
  return ctx.act(async (tx) => {
    const step = { services, now, by: operator.userId };
    const closed = await closeCorp(tx, step, { corpId, days, reason });
    if (closed.kind === 'unknown') throw refuse('404');
    if (closed.kind === 'already') throw alreadyClosed();
    if (closed.kind === 'bound') {
      const said = (which: 'zh' | 'en'): string => closed.remedies.map((words) => words[which]).join('；');
      throw refuse('409', { zh: said('zh'), en: said('en') });
    }
    await recordOperatorAct(tx, ctx, { corpId, act: 'corp.close', after: { days }, texts: { reason } });
    return {};
  });
}

function alreadyClosed(): Refusal {
  return refuse('409', { zh: '企业已关闭', en: 'the enterprise is closed already' });
}

async function reopen(ctx: PlatformContext, given: InputOf<typeof declared.reopenPlatformCorp>) {
  const { services, now, operator } = ctx;
  const { corpId } = given;
  const reason = given.reason.trim();
  return ctx.act(async (tx) => {
    const reopened = await reopenCorp(tx, { services, now, by: operator.userId }, { corpId, reason });
    if (reopened === 'unknown') throw refuse('404');
    if (reopened !== 'reopened') {
      throw refuse('409', {
        zh: '企业未关闭，或其数据已开始清除',
        en: 'it is not closed, or its data are being removed',
      });
    }
    await recordOperatorAct(tx, ctx, { corpId, act: 'corp.reopen', texts: { reason } });
    return {};
  });
}

export const platformClosingRoutes: readonly AnyRoute[] = [
  route('platform', declared.viewPlatformClosing, view),
  route('platform', declared.closePlatformCorp, close),
  route('platform', declared.reopenPlatformCorp, reopen),
];
