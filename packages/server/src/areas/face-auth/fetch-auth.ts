import { fetchAuth as operation } from '@cinnabar/api/operations/members.js';
import { route } from '../../operation/handler.js';
import { beginFaceCheck, facePage, insertOrder, OWN_FACE_LIFE_MS } from '../faces/index.js';
import { personIdentity } from '../members/index.js';

export const fetchAuth = route('target', operation, async (ctx) => {
  const { corpId, targetUserId: userId, now } = ctx;
  const order = await beginFaceCheck(ctx.services, {
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
});
