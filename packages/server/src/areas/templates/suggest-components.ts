import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { suggestComponents as operation } from '@cinnabar/api/operations/template-places.js';
import type { MemberContext } from '../../operation/context.js';
import { proposeControls } from './propose-controls.js';
import { contractFileOf } from './read-stored-pages.js';

const DEFAULT_SIZE = { width: 160, height: 24 };

export async function suggestComponents(
  { db, corpId, services }: MemberContext,
  { fileUrl, parties, fileIndex = 0, components = [] }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const file = await contractFileOf(db, corpId, fileUrl, 'fileUrl');
  const existing = components.map(({ pageNum, positionX, positionY, specialAttribute }) => ({
    page: pageNum,
    box: { ...DEFAULT_SIZE, ...specialAttribute, x: positionX, y: positionY },
  }));
  return proposeControls(services, file, { parties, existing, fileIndex });
}
