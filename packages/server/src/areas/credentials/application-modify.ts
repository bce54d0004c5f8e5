import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { applicationModify as operation } from '@cinnabar/api/operations/applications.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField } from '../../operation/refusal.js';
import { applicationView, requireApplication } from './application-view.js';
import { checkedAllowList } from './check-allow-list.js';
import type { ListedApplication } from './list-applications.js';
import { recordApplication } from './record-application.js';
import { lockApplication, saveApplication } from './store.js';

export async function applicationModify(
  ctx: MemberContext,
  { appId, ...given }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, now } = ctx;
  if (given.name === undefined && given.allowList === undefined) {
    throw invalidField('name', { zh: '与 allowList 至少填写一项', en: 'or allowList is required' });
  }
  const allowList = given.allowList === undefined ? null : checkedAllowList(given.allowList);
  return ctx.act(async (tx) => {
    await lockApplication(tx, corpId, appId);
    const before = await requireApplication(tx, corpId, appId);
    const after = {
      ...before,
      name: given.name?.trim() ?? before.name,
      allowList: allowList ?? before.allowList,
    };
    await saveApplication(tx, corpId, after);
    await recordApplication(ctx, tx, 'application.modify', appId, {
      before: factsOf(before),
      after: factsOf(after),
    });
    return applicationView(after, now);
  });
}

function factsOf({ name, allowList }: ListedApplication) {
  return { name, allowList: allowList.join(', ') };
}
