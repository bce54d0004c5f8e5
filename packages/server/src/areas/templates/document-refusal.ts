import { type ConversionRefusal, ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import { type DocumentRefusal, DocumentRefused } from '@cinnabar/pdf/model.js';
import { causedBy, refuse, type Words } from '../../operation/refusal.js';

const WORDS: Readonly<Record<DocumentRefusal, Words>> = {
  NOT_A_PDF: { zh: '文件不是 PDF', en: 'the file is no PDF' },
  BROKEN: {
    zh: '文件已损坏，请重新导出后上传',
    en: 'the file is damaged and not all of its pages can be read; export it again and upload that',
  },
  PASSWORD: { zh: '文件设有打开密码', en: 'the file needs a password to open' },
  DYNAMIC_FORM: { zh: '不支持动态 XFA 表单', en: 'dynamic XFA forms are not supported' },
  TOO_MANY_PAGES: { zh: '文件超过 500 页', en: 'the file has more than 500 pages' },
  TOO_LARGE: { zh: '文件过大', en: 'the file is too large' },
  TOO_COMPLEX: {
    zh: '文件过于复杂，未能在时间和内存限制内读完',
    en: 'the file is too complex to be read within the limits of time and memory',
  },
  TOO_MANY_REVISIONS: { zh: '文件的修订次数过多', en: 'the file has too many revisions' },
  NO_PAGES: { zh: '文件没有页面', en: 'the file has no pages' },
};

const CONVERSION_WORDS: Readonly<Record<ConversionRefusal, (detail: string) => Words>> = {
  NO_CONVERTER: () => ({
    zh: '服务器未安装文档转换器（LibreOffice），目前不能上传 Word 等办公文档，可上传 PDF、图片或文本',
    en: 'the server has no document converter (LibreOffice) for office documents; PDF, pictures and text can be uploaded',
  }),
  CONVERTER_AWAY: () => ({
    zh: '文档转换器暂时不可用，请稍后再试，或上传 PDF',
    en: 'the document converter cannot be reached; try again later, or upload PDF',
  }),
  BROKEN: () => ({ zh: '文件已损坏，无法读取', en: 'the file is broken and cannot be read' }),
  PASSWORD: () => WORDS.PASSWORD,
  TOO_SLOW: () => ({
    zh: '转换为 PDF 用时过长，请改为上传 PDF',
    en: 'turning the file into PDF takes too long; upload it as PDF',
  }),
  TOO_LARGE: () => WORDS.TOO_LARGE,
  TOO_MANY_PIXELS: (size) => ({
    zh: `图片像素过多（${size}），不得超过 1 亿像素`,
    en: `the picture has too many pixels (${size}), 100 million at most`,
  }),
  TOO_MANY_PAGES: () => WORDS.TOO_MANY_PAGES,
  UNKNOWN_ENCODING: () => ({
    zh: '文本编码无法识别，请使用 UTF-8、UTF-16 或 GB18030',
    en: 'the encoding of the text is none of UTF-8, UTF-16 and GB 18030',
  }),
  MISSING_GLYPH: (character) => ({
    zh: `“${character}”无法显示，请更换写法`,
    en: `"${character}" cannot be displayed; write it differently`,
  }),
  EMPTY: () => ({ zh: '文件没有文字', en: 'the file has no text' }),
};

/** Why the PDF engine refused a document; null for any other error. */
export function documentWords(error: unknown): Words | null {
  return error instanceof DocumentRefused ? WORDS[error.reason] : null;
}

/** Translates an error of the PDF engine, or of the preceding conversion, into a refusal. */
export function asUploadRefusal(error: unknown): unknown {
  if (error instanceof ConversionRefused) {
    const refusal = refuse('FILE_UPLOAD_ERROR', CONVERSION_WORDS[error.reason](error.detail));
    return error.reason === 'CONVERTER_AWAY' ? causedBy(error, refusal) : refusal;
  }
  const words = documentWords(error);
  return words === null ? error : refuse('FILE_UPLOAD_ERROR', words);
}
