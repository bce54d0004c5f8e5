import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { evidenceRootList as operation } from '@cinnabar/api/operations/evidence.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../../operation/context.js';
import { countRoots, newestRoots } from './store/evidence-roots.js';

export async function evidenceRootList(
  { db }: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const [roots, totalCount] = await Promise.all([newestRoots(db, pageWindow(input)), countRoots(db)]);
  const items = roots.map(({ number, day, root, leaves, timestampTime, timestampAuthority }) => ({
    ...{ number, day, root, size: leaves, timestampTime, timestampAuthority },
  }));
  return { items, totalCount };
}
