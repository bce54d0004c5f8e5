import { setImmediate } from 'node:timers/promises';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { moveComponents as operation } from '@cinnabar/api/operations/template-places.js';
import { keywordOf } from '@cinnabar/api/schemas/component.js';
import type { MemberContext } from '../../operation/context.js';
import type { StoredFile } from '../../storage/stored-files.js';
import { mover } from './move/move-controls.js';
import { contractFileOf, readStoredPages } from './read-stored-pages.js';

const DEFAULT_SIZE = { width: 160, height: 24 };
/** Controls between which other requests are answered. */
const PORTION = 20;

export async function moveComponents(
  { db, corpId, services }: MemberContext,
  { fromFileUrl, toFileUrl, components }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const from = await contractFileOf(db, corpId, fromFileUrl, 'fromFileUrl');
  const to = await contractFileOf(db, corpId, toFileUrl, 'toFileUrl');
  const move = mover(await readStoredPages(services, from), await readStoredPages(services, to));
  const placesOf = await keywordPlaces(services, to, components.map(keywordOf));
  const places: OutputOf<typeof operation>[number][] = [];
  for (const [index, component] of components.entries()) {
    const { pageNum, positionX, positionY, specialAttribute, keywordIndex = 1 } = component;
    const { signStyle, ...size } = specialAttribute;
    const keyword = keywordOf(component);
    const { place, ...found } = move({
      ...{ ...DEFAULT_SIZE, ...size, page: pageNum, x: positionX, y: positionY },
      ...{ keyword, keywordIndex, isSeam: signStyle === 2 },
    });
    const where = {
      pageNum: place?.page ?? null,
      positionX: place?.x ?? null,
      positionY: place?.y ?? null,
    };
    const keywordPlace =
      keyword === null || found.keywordIndex === null ? null : placesOf(keyword)[found.keywordIndex - 1];
    places.push({ index, ...where, ...found, keywordPlace: keywordPlace ?? null });
    if (index % PORTION === 0) await setImmediate();
  }
  return places;
}

/** Where the offsets of a published control count from. */
async function keywordPlaces(
  { blobs, documents }: Pick<MemberContext['services'], 'blobs' | 'documents'>,
  { corpId, hash }: Pick<StoredFile, 'corpId' | 'hash'>,
  given: readonly (string | null)[],
) {
  const keywords = [...new Set(given.filter((keyword) => keyword !== null))];
  const found =
    keywords.length === 0 ? [] : await documents.findText(await blobs.get(corpId, hash), keywords);
  const places = new Map(
    keywords.map((keyword, index) => [
      keyword,
      (found[index] ?? []).map(({ page, x, y }) => ({ pageNum: page, positionX: x, positionY: y })),
    ]),
  );
  return (keyword: string) => places.get(keyword) ?? [];
}
