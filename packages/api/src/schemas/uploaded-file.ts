import { type Infer, int32, list, nullable, number, object, optional, text } from '../schema.js';
import { proposedComponent } from './proposed-component.js';

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
const uploadedDocument = object({
  fileName: text(0, 255).means('文件名', 'file name'),
  fileUrl: text(1, 300).means('文件存储路径，长期有效', 'permanent storage path of the file'),
  totalPage: int32().means('页数', 'number of pages'),
  width: int32().means('首页宽，px', 'width of the first page in px'),
  height: int32().means('首页高，px', 'height of the first page in px'),
});

/** A page of a contract file, as displayed. */
export const filePage = object({
  width: number().means('宽，px', 'width in px'),
  height: number().means('高，px', 'height in px'),
  jpgUrl: text(1, 4000).means(
    '页面图片限时链接，JPEG，宽 1200 px',
    'signed link to the image of the page, JPEG of 1200 px width',
  ),
});

/** A page of a contract file, with a picture that is small enough to show all pages of a long file at once. */
export const listedPage = object({
  ...filePage.fields,
  thumbnailUrl: text(1, 4000).means(
    '缩略图限时链接，JPEG，宽 200 px',
    'signed link to a small image of the page, JPEG of 200 px width',
  ),
});

/** A placeholder of a Word document. Lengths are px on the page as displayed. */
const placeholder = object({
  text: text(0, 400).means('占位符原文', 'the placeholder as written'),
  page: nullable(int32()).means(
    '页码，从 1 开始；未显示为 null',
    'page number, from 1; null if it is not displayed',
  ),
  x: nullable(number()).means('左上角横坐标，px', 'x of the top left corner in px'),
  y: nullable(number()).means('左上角纵坐标，px', 'y of the top left corner in px, downwards'),
  width: nullable(number()).means('宽，px', 'width in px'),
  height: nullable(number()).means('高，px', 'height in px'),
  line: nullable(int32()).means('页内第几行，从 1 开始', 'line of the page, from 1'),
  problem: nullable(text(0, 200)).means('不能识别的原因', 'why it cannot be read'),
  component: nullable(proposedComponent).means(
    '由其生成的控件；不能识别为 null',
    'the control that it makes; null if it cannot be read',
  ),
});
export type ReadPlaceholder = Infer<typeof placeholder>;

/** Response to the upload of a contract file. */
export const uploadedContract = object({
  ...uploadedDocument.fields,
  placeholders: optional(list(placeholder)).means(
    '占位符；要求识别时才有',
    'placeholders; only if they were asked for',
  ),
});
