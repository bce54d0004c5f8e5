import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { applicationCreate as operation } from '@cinnabar/api/operations/applications.js';
import type { MemberContext } from '../../operation/context.js';
import { applicationView, requireApplication } from './application-view.js';
import { createApplication } from './applications.js';
import { checkedAllowList } from './check-allow-list.js';
import { recordApplication } from './record-application.js';

export async function applicationCreate(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, now } = ctx;
  const name = input.name.trim();
  const allowList = checkedAllowList(input.allowList ?? []);
  return ctx.act(async (tx) => {
    const { appId, appSecret } = await createApplication(tx, { corpId, name, allowList, now });
    await recordApplication(ctx, tx, 'application.create', appId, {
      after: { name, allowList: allowList.join(', ') },
    });
    return { ...applicationView(await requireApplication(tx, corpId, appId), now), appSecret };
  });
}
