import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getAccessToken as operation } from '@cinnabar/api/operations/credentials.js';
import { hashToken, randomToken } from '../../custody/secrets.js';
import { countAttempt, prolongWindow } from '../../database/rate-counters.js';
import type { Context } from '../../operation/context.js';
import { type Refusal, refuseFor } from '../../operation/refusal.js';
import { addressGroup } from '../../outbound/address-group.js';
import {
  judgeCredentials,
  TOKEN_LIFETIME_MS,
  WRONG_CREDENTIALS_ALLOWED,
  WRONG_CREDENTIALS_WINDOW_MS,
} from './rules.js';
import { findApplication, saveToken } from './store.js';

export async function getAccessToken(
  ctx: Context,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const application = await findApplication(ctx.db, input.appId);
  const verdict = judgeCredentials(application, hashToken(input.appSecret), ctx.address, ctx.now);
  if (verdict === 'address') throw refuseFor('ADDRESS_NOT_ALLOWED');
  if (verdict === 'wrong' || application === null) throw await countWrong(ctx, input.appId);
  const accessToken = randomToken();
  const expireTime = new Date(ctx.now.getTime() + TOKEN_LIFETIME_MS);
  const { appId, corpId } = application;
  await ctx.act((tx) =>
    saveToken(tx, {
      ...{ tokenHash: hashToken(accessToken), appId, corpId, expireTime },
      ...{ address: ctx.address, now: ctx.now },
    }),
  );
  return { accessToken, expiresIn: expireTime.getTime(), corpId };
}

/**
 * Only wrong secrets are counted and delayed. If correct ones were delayed too, anyone could lock an application out by
 * sending wrong secrets for its id.
 */
async function countWrong(ctx: Context, appId: string): Promise<Refusal> {
  // The id is untrusted input, so the counter is keyed by its hash.
  const name = `credentials:${hashToken(appId).slice(0, 32)}:${addressGroup(ctx.address)}`;
  const { count, windowEnd } = await countAttempt(ctx.db, name, WRONG_CREDENTIALS_WINDOW_MS, ctx.now);
  if (count > WRONG_CREDENTIALS_ALLOWED) {
    const seconds = Math.ceil((windowEnd.getTime() - ctx.now.getTime()) / 1000);
    return refuseFor('CREDENTIALS_LIMITED', undefined, Math.max(1, seconds));
  }
  if (count === WRONG_CREDENTIALS_ALLOWED) await prolongWindow(ctx.db, name, ctx.now);
  return refuseFor('CREDENTIALS_WRONG');
}
