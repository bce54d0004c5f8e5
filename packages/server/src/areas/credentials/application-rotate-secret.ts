import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { applicationRotateSecret as operation } from '@cinnabar/api/operations/applications.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { applicationView, requireApplication } from './application-view.js';
import { rotateSecret } from './applications.js';
import { recordApplication } from './record-application.js';
import { ROTATION_GRACE_MS } from './rules.js';

const HOUR_MS = 3_600_000;

export async function applicationRotateSecret(
  ctx: MemberContext,
  { appId, overlapHours = ROTATION_GRACE_MS / HOUR_MS }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, now } = ctx;
  return ctx.act(async (tx) => {
    const rotated = await rotateSecret(tx, { corpId, appId, now, graceMs: overlapHours * HOUR_MS });
    if (rotated === null) throw refuse('404');
    await recordApplication(ctx, tx, 'application.rotate', appId, { after: { graceHours: overlapHours } });
    const application = applicationView(await requireApplication(tx, corpId, appId), now);
    return { ...application, appSecret: rotated.appSecret };
  });
}
