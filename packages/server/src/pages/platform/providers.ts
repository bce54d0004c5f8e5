/** Providers in the platform's console: those of the settings, and those that enterprises have brought. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/platform-providers.js';
import * as platform from '../../areas/platform/index.js';
import { countAttempt } from '../../database/rate-counters.js';
import type { PlatformContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import type { KnownProvider, TestTarget } from '../../operation/provider-desk.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import { type Finding, tellFinding } from '../../operation/self-check.js';
import { findBrought, listBrought } from './brought-providers.js';
import { recordOperatorAct } from './record-operator-act.js';

const HOUR_MS = 3_600_000;

async function list(ctx: PlatformContext) {
  const [known, brought] = await Promise.all([ctx.services.providerDesk.list(), listBrought(ctx)]);
  return { providers: [...known.map((each) => told(each, ctx.language)), ...brought], time: new Date() };
}

function told(
  { findings, loss, lastFailure, ...known }: KnownProvider,
  language: PlatformContext['language'],
): declared.PlatformProvider {
  // That of a simulation, or of none, is what the finding says.
  const canFail = known.kind === 'real' || known.kind === 'local';
  const isFine = findings.every(({ status }) => status === 'ok');
  return {
    ...known,
    corpName: null,
    lastFailure: lastFailure && { ...lastFailure, detail: platform.maskedError(lastFailure.detail) },
    findings: findings.map((finding) => tellFinding(finding, language)),
    consequence: isFine || !canFail ? null : loss[language],
  };
}

async function test(ctx: PlatformContext, given: InputOf<typeof declared.testPlatformProvider>) {
  const { key } = given;
  const { providerDesk } = ctx.services;
  const takes = providerDesk.takes(key);
  const brought = takes === null ? await findBrought(ctx, key) : null;
  if (takes === null && brought === null) throw refuse('404');
  const target = targetOf(ctx, takes, given);
  await limitTests(ctx);
  const began = performance.now();
  const outcome: Finding = brought === null ? await providerDesk.test(key, target) : await brought.test();
  const milliseconds = Math.round(performance.now() - began);
  return ctx.act(async (tx) => {
    const { status } = outcome;
    const after = { provider: key, outcome: status, milliseconds };
    await recordOperatorAct(tx, ctx, {
      ...{ corpId: brought?.corpId ?? null, act: 'provider.test' },
      after: takes === 'mobile' ? { ...after, mobile: target.mobile } : after,
      texts: takes === 'mail' ? { mail: target.mail } : {},
    });
    return { outcome: tellFinding(outcome, ctx.language), milliseconds };
  });
}

/** @throws Refusal 400 without what the test takes */
function targetOf(
  { now }: PlatformContext,
  takes: declared.PlatformProvider['takes'],
  { mobile = '', mail = '' }: InputOf<typeof declared.testPlatformProvider>,
): TestTarget {
  const required = { zh: '必填', en: 'is required' };
  if (takes === 'mobile' && mobile === '') throw invalidField('mobile', required);
  if (takes === 'mail' && mail === '') throw invalidField('mail', required);
  return { mobile, mail, now };
}

/** @throws Refusal 429 */
async function limitTests({ db, now, operator }: PlatformContext): Promise<void> {
  const name = `provider-tests:${operator.userId}`;
  const { count, windowEnd } = await countAttempt(db, name, HOUR_MS, now);
  if (count <= declared.PROVIDER_TESTS_PER_HOUR) return;
  const seconds = Math.max(1, Math.ceil((windowEnd.getTime() - now.getTime()) / 1000));
  throw refuseFor(
    'CODE_LIMITED',
    { zh: `${seconds} 秒后可再测试`, en: `test again in ${seconds} seconds` },
    seconds,
  );
}

export const platformProviderRoutes: readonly AnyRoute[] = [
  route('platform', declared.listPlatformProviders, list),
  route('platform', declared.testPlatformProvider, test),
];
