import { linkAddress } from '../../operation/link-address.js';
import type { Services } from '../../operation/services.js';
import type { PageWidth } from '../../storage/links.js';

/** Sharp on a phone's high-density screen, and at reading size elsewhere. */
const PAGE_PICTURE_WIDTH: PageWidth = 1200;

/** A signed link to the picture of each page of a stored document, in page order. */
export function pagePictures(
  services: Pick<Services, 'config' | 'rotatedKeys'>,
  document: { readonly corpId: number; readonly hash: string; readonly pageCount: number },
  now: Date,
  width: PageWidth = PAGE_PICTURE_WIDTH,
): readonly string[] {
  const { corpId, hash, pageCount } = document;
  return Array.from({ length: pageCount }, (_, index) =>
    linkAddress(services, { kind: 'page', corpId, hash, page: index + 1, width }, now),
  );
}
