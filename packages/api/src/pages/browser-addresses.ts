/** Addresses that an element of a page asks for by itself: pictures, and files to be saved. */

export const picturePath = '/pages/picture/:linkId/:fileId/:page/:width';

/** Where the picture of a page of a contract is; its contents never change under one address. */
export function pictureAddress(
  linkId: number,
  file: { readonly fileId: number; readonly version: string },
  page: number,
  width: number,
): string {
  return `/pages/picture/${linkId}/${file.fileId}/${page}/${width}?v=${file.version}`;
}

export const checkCopyPath = '/pages/check-copy/:linkId';

/** Where the check copy of the contract of a link is. */
export function checkCopyAddress(linkId: number): string {
  return `/pages/check-copy/${linkId}`;
}
