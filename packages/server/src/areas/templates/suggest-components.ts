import { setImmediate } from 'node:timers/promises';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { suggestComponents as operation } from '@cinnabar/api/operations/template-places.js';
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import type { FormField } from '@cinnabar/pdf/render/page-layout.js';
import type { MemberContext } from '../../operation/context.js';
import type { StoredFile } from '../../storage/stored-files.js';
import { proposedComponentOf } from './proposed-component.js';
import { contractFileOf, readStoredPages } from './read-stored-pages.js';
import { type PageView, pageViewOf } from './suggest/page-pieces.js';
import { suggestControls } from './suggest/suggest-controls.js';
import { sniffFormat } from './upload-format.js';

const DEFAULT_SIZE = { width: 160, height: 24 };

export async function suggestComponents(
  { db, corpId, services }: MemberContext,
  { fileUrl, parties, fileIndex = 0, components = [] }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const file = await contractFileOf(db, corpId, fileUrl, 'fileUrl');
  const [layouts, fields] = [await readStoredPages(services, file), await fieldsOfOriginal(services, file)];
  const views: PageView[] = [];
  for (const [index, layout] of layouts.entries()) {
    views.push(pageViewOf(layout, index + 1));
    // Other requests are answered between the pages of a long contract.
    await setImmediate();
  }
  const existing = components.map(({ pageNum, positionX, positionY, specialAttribute }) => ({
    page: pageNum,
    box: { ...DEFAULT_SIZE, ...specialAttribute, x: positionX, y: positionY },
  }));
  return suggestControls(views, fields, parties, existing).map((control) => ({
    component: proposedComponentOf({ ...control, fileIndex }),
    by: control.by,
    score: control.score,
  }));
}

/** Fields of the uploaded form, which importing made page content. */
async function fieldsOfOriginal(
  { blobs, documents }: MemberContext['services'],
  { corpId, originalHash }: StoredFile,
): Promise<readonly FormField[]> {
  if (originalHash === null) return [];
  const original = await blobs.get(corpId, originalHash);
  if (sniffFormat(original) !== 'pdf') return [];
  try {
    return await documents.readFormFields(original);
  } catch (error) {
    // It was imported once; a form that cannot be read again only has no fields to propose.
    if (error instanceof DocumentRefused) return [];
    throw error;
  }
}
