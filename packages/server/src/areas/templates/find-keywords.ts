import { type GivenComponent, keywordOf } from '@cinnabar/api/schemas/component.js';
import type { Services } from '../../operation/services.js';
import type { KeywordPlaces } from './plan-components.js';
import type { TemplateFileDetail } from './template-detail.js';

/** Data needed to search a file for keywords. */
export interface KeywordFile {
  readonly row: Pick<TemplateFileDetail['row'], 'file_id'>;
  readonly stored: Pick<TemplateFileDetail['stored'], 'corpId' | 'hash'>;
}

/**
 * Positions of a request's keywords in their files, each file read once. An element that names no file of the template
 * is omitted, and reported elsewhere.
 */
export async function findKeywords(
  services: Pick<Services, 'documents' | 'blobs'>,
  files: readonly KeywordFile[],
  given: readonly GivenComponent[],
): Promise<KeywordPlaces> {
  const places: [GivenComponent, { page: number; x: number; y: number } | null][] = [];
  for (const { row, stored } of files) {
    const wanted = given.flatMap((component) => {
      const keyword = keywordOf(component);
      return keyword !== null && component.contractFileId === row.file_id ? [{ component, keyword }] : [];
    });
    if (wanted.length === 0) continue;
    const keywords = [...new Set(wanted.map(({ keyword }) => keyword))];
    const bytes = await services.blobs.get(stored.corpId, stored.hash);
    const found = await services.documents.findText(bytes, keywords);
    for (const { component, keyword } of wanted) {
      const all = found[keywords.indexOf(keyword)] ?? [];
      places.push([component, all[(component.keywordIndex ?? 1) - 1] ?? null]);
    }
  }
  return new Map(places);
}
