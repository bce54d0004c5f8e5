import { linkAddress } from '../../link-address.js';
import type { Services } from '../../services.js';

/** px; sharp on a dense screen. */
export const PAGE_PICTURE_WIDTH = 1200;

/** A signed link to the picture of each page of a stored document, in their order. */
export function pagePictures(
  services: Pick<Services, 'config' | 'masterKey'>,
  document: { readonly corpId: number; readonly hash: string; readonly pageCount: number },
  now: Date,
): readonly string[] {
  const { corpId, hash, pageCount } = document;
  return Array.from({ length: pageCount }, (_, index) =>
    linkAddress(services, { kind: 'page', corpId, hash, page: index + 1, width: PAGE_PICTURE_WIDTH }, now),
  );
}
