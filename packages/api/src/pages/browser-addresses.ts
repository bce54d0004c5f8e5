/** URLs that elements of a page request by themselves: pictures and downloads. */

export const picturePath = '/pages/picture/:linkId/:fileId/:page/:width';

/** URL of a page picture, whose content never changes. */
export function pictureAddress(
  linkId: number,
  file: { readonly fileId: number; readonly version: string },
  page: number,
  width: number,
): string {
  return `/pages/picture/${linkId}/${file.fileId}/${page}/${width}?v=${file.version}`;
}

export const checkCopyPath = '/pages/check-copy/:linkId';

/** URL of the check copy of a link's contract. */
export function checkCopyAddress(linkId: number): string {
  return `/pages/check-copy/${linkId}`;
}

export const logoPath = '/pages/logo/:key';

/** URL of an enterprise's logo, whose content never changes. */
export function logoAddress(key: string): string {
  return `/pages/logo/${key}`;
}
