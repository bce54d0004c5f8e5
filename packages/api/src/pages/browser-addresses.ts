/** Addresses that an element of a page asks for by itself: pictures, and files to be saved. */

export const picturePath = '/pages/picture/:linkId/:fileId/:page/:width';

/** Address of a page picture; its content never changes. */
export function pictureAddress(
  linkId: number,
  file: { readonly fileId: number; readonly version: string },
  page: number,
  width: number,
): string {
  return `/pages/picture/${linkId}/${file.fileId}/${page}/${width}?v=${file.version}`;
}

export const checkCopyPath = '/pages/check-copy/:linkId';

/** Address of the check copy of the contract of a link. */
export function checkCopyAddress(linkId: number): string {
  return `/pages/check-copy/${linkId}`;
}
