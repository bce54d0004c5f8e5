import { setImmediate } from 'node:timers/promises';
import type { ProposedComponents } from '@cinnabar/api/schemas/proposed-component.js';
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import type { FormField } from '@cinnabar/pdf/render/page-layout.js';
import type { Services } from '../../operation/services.js';
import type { StoredFile } from '../../storage/stored-files.js';
import { proposedComponentOf } from './proposed-component.js';
import { readStoredPages } from './read-stored-pages.js';
import { type PageView, pageViewOf } from './suggest/page-pieces.js';
import type { Party } from './suggest/parties-of-contract.js';
import { type ExistingControl, suggestControls } from './suggest/suggest-controls.js';
import { sniffFormat } from './upload-format.js';

type Reading = Pick<Services, 'blobs' | 'documents'>;

interface Asked {
  /** In the order of the contract. */
  readonly parties: readonly Party[];
  readonly existing: readonly ExistingControl[];
  /** Stands in the proposals. */
  readonly fileIndex: number;
}

/** Proposes controls for a contract file, in reading order. */
export async function proposeControls(
  services: Reading,
  file: Pick<StoredFile, 'corpId' | 'hash' | 'originalHash' | 'pages'>,
  { parties, existing, fileIndex }: Asked,
): Promise<ProposedComponents> {
  const [layouts, fields] = [await readStoredPages(services, file), await fieldsOfOriginal(services, file)];
  const views: PageView[] = [];
  for (const [index, layout] of layouts.entries()) {
    views.push(pageViewOf(layout, index + 1));
    // Other requests are answered between the pages of a long contract.
    await setImmediate();
  }
  return suggestControls(views, fields, parties, existing).map((control) => ({
    component: proposedComponentOf({ ...control, fileIndex }),
    by: control.by,
    score: control.score,
  }));
}

/** Fields of the uploaded form, which importing made page content. */
async function fieldsOfOriginal(
  { blobs, documents }: Reading,
  { corpId, originalHash }: Pick<StoredFile, 'corpId' | 'originalHash'>,
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
