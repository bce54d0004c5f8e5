import { int32, object, text } from '../schema.js';

/** The uploaded-file result: a stored picture or document with a permanent key and a short-lived link. */
export const uploadedFile = object({
  /** As the client named it. */
  fileName: text(0, 255),
  /** Permanent storage key; no link. */
  fileUrl: text(1, 300),
  /** Signed link, 30 minutes. */
  httpUrl: text(1, 4000),
  totalPage: int32(),
  /** px */
  width: int32(),
  height: int32(),
});

/** What an upload of an attachment answers. It is kept as it came, so nobody counts its pages. */
export const uploadedAttachment = object({
  fileName: text(0, 255),
  fileUrl: text(1, 300),
  totalPage: int32(),
});

/** What an upload of a contract file answers: sizes of page 1 as displayed, rounded px at 96 dpi. */
export const uploadedDocument = object({
  fileName: text(0, 255),
  fileUrl: text(1, 300),
  totalPage: int32(),
  width: int32(),
  height: int32(),
});
