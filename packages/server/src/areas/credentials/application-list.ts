import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { applicationList as operation } from '@cinnabar/api/operations/applications.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { applicationView } from './application-view.js';
import { listApplications } from './list-applications.js';

export async function applicationList(
  { db, corpId, now }: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { items, totalCount } = await listApplications(db, corpId, pageWindow(input));
  return { items: items.map((each) => applicationView(each, now)), totalCount };
}
