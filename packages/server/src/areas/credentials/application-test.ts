import { errorCodes } from '@cinnabar/api/errors.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { applicationTest as operation } from '@cinnabar/api/operations/applications.js';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { baseInfo as baseInfoOperation } from '@cinnabar/api/operations/enterprise.js';
import { hashToken } from '../../custody/secrets.js';
import type { MemberContext } from '../../operation/context.js';
import { Refusal, refuse, refuseFor } from '../../operation/refusal.js';
import { baseInfo } from '../enterprise/index.js';
import { judgeCredentials } from './rules.js';
import { findApplication } from './store.js';

type Step = OutputOf<typeof operation>['steps'][number];

export async function applicationTest(
  ctx: MemberContext,
  { appId, appSecret }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const application = await findApplication(ctx.db, appId);
  if (application === null || application.corpId !== ctx.corpId) throw refuse('404');
  const token = await tried(ctx, getAccessToken, async () => {
    // From anywhere: the allow-list has the addresses of the application and not that of the service.
    const reached = { ...application, allowList: [] };
    const secretHash = appSecret === undefined ? application.secretHash : hashToken(appSecret);
    const verdict = judgeCredentials(reached, secretHash, ctx.address, ctx.now);
    if (verdict !== 'right') throw refuseFor('CREDENTIALS_WRONG');
  });
  const steps = [token];
  if (token.status === 200) {
    steps.push(await tried(ctx, baseInfoOperation, () => baseInfo({ ...ctx, appId })));
  }
  return { requestId: ctx.requestId, steps };
}

/** What the operation would be answered, with the time that it took. */
async function tried(
  { language }: MemberContext,
  { path, successCode }: { readonly path: string; readonly successCode: string },
  attempt: () => Promise<unknown>,
): Promise<Step> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    await attempt();
    return { path, status: 200, code: successCode, msg: '', took: took() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, words } = error;
    return { path, status: errorCodes[code].status, code, msg: words[language], took: took() };
  }
}
