/** The picture of a page, rendered when it is first viewed; the picture itself is a blob. */
export interface PagePicturesTable {
  corp_id: number;
  /** Content hash of the document. */
  document_hash: string;
  /** From 1. */
  page: number;
  /** px */
  width: number;
  /** Content hash of the JPEG. */
  picture_hash: string;
  created_at: Date;
}

export interface PagePicturesTables {
  page_pictures: PagePicturesTable;
}
