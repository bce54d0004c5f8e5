import { int32, object, text } from '../schema.js';

/** A stored picture or document, with its permanent key and a short-lived link. */
export const uploadedFile = object({
  fileName: text(0, 255).means('文件名', 'file name'),
  fileUrl: text(1, 300).means('文件存储路径，长期有效', 'permanent storage path of the file'),
  httpUrl: text(1, 4000).means('限时访问链接，有效 30 分钟', 'signed link, valid for 30 minutes'),
  totalPage: int32().means('页数', 'number of pages'),
  width: int32().means('宽，px', 'width in px'),
  height: int32().means('高，px', 'height in px'),
});

/** Response to the upload of an attachment. The file is stored unchanged, so its pages are not counted. */
export const uploadedAttachment = object({
  fileName: text(0, 255).means('文件名', 'file name'),
  fileUrl: text(1, 300).means('文件存储路径，长期有效', 'permanent storage path of the file'),
  totalPage: int32().means('页数', 'number of pages'),
});

/** Response to the upload of a contract file; the size is that of page 1 as displayed, in whole px at 96 dpi. */
export const uploadedDocument = object({
  fileName: text(0, 255).means('文件名', 'file name'),
  fileUrl: text(1, 300).means('文件存储路径，长期有效', 'permanent storage path of the file'),
  totalPage: int32().means('页数', 'number of pages'),
  width: int32().means('首页宽，px', 'width of the first page in px'),
  height: int32().means('首页高，px', 'height of the first page in px'),
});
