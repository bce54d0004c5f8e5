/** Where the picture of a page is; its contents never change under one address. */
export function pictureAddress(
  linkId: number,
  file: { readonly fileId: number; readonly version: string },
  page: number,
  width: number,
): string {
  return `/pages/picture/${linkId}/${file.fileId}/${page}/${width}?v=${file.version}`;
}

/** Of the picture that is there first. */
export const FIRST_WIDTH = 600;
