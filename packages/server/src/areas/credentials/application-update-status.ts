import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { applicationUpdateStatus as operation } from '@cinnabar/api/operations/applications.js';
import type { MemberContext } from '../../operation/context.js';
import { applicationView, requireApplication } from './application-view.js';
import { recordApplication } from './record-application.js';
import { lockApplication, setApplicationStatus } from './store.js';

export async function applicationUpdateStatus(
  ctx: MemberContext,
  { appId, status }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, now } = ctx;
  return ctx.act(async (tx) => {
    await lockApplication(tx, corpId, appId);
    const before = await requireApplication(tx, corpId, appId);
    if (before.status !== status) {
      await setApplicationStatus(tx, corpId, appId, status);
      await recordApplication(
        ctx,
        tx,
        status === 'disabled' ? 'application.disable' : 'application.enable',
        appId,
        { before: { status: before.status }, after: { status } },
      );
    }
    return applicationView({ ...before, status }, now);
  });
}
