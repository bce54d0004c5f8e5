import type { OutputOf } from '@cinnabar/api/operation.js';
import type { fetchAuth as operation } from '@cinnabar/api/operations/members.js';
import type { TargetContext } from '../../operation/context.js';
import { facePage, insertOrder, OWN_FACE_LIFE_MS, prepareFaceCheck } from '../faces/index.js';
import { personIdentity } from '../members/index.js';

export async function fetchAuth(ctx: TargetContext): Promise<OutputOf<typeof operation>> {
  const { corpId, targetUserId: userId, now } = ctx;
  const order = await prepareFaceCheck(ctx.services, {
    corpId,
    userId,
    purpose: 'person',
    businessIds: [userId],
    channel: 'channelA',
    asker: ctx.appId,
    covered: [],
    callbackUrl: null,
    subject: await personIdentity(ctx, userId),
    lifeMs: OWN_FACE_LIFE_MS,
    now,
  });
  return ctx.act(async (tx) => {
    await insertOrder(tx, order);
    return facePage(ctx.services, order);
  });
}
