import { type DocumentRefusal, DocumentRefused } from '../../documents/model.js';
import { type Refusal, refuse, type Words } from '../../refusal.js';

const WORDS: Readonly<Record<DocumentRefusal, Words>> = {
  NOT_A_PDF: { zh: '文件不是 PDF', en: 'the file is no PDF' },
  BROKEN: { zh: '文件已损坏，无法读取任何页面', en: 'the file is broken, no page of it can be read' },
  PASSWORD: { zh: '文件设有打开密码', en: 'the file needs a password to open' },
  DYNAMIC_FORM: { zh: '不支持动态 XFA 表单', en: 'dynamic XFA forms are not supported' },
  TOO_MANY_PAGES: { zh: '文件超过 500 页', en: 'the file has more than 500 pages' },
  TOO_LARGE: { zh: '文件过大', en: 'the file is too large' },
  NO_PAGES: { zh: '文件没有页面', en: 'the file has no pages' },
  NO_CONVERTER: {
    zh: '未安装文档转换器，目前只能上传 PDF',
    en: 'no document converter is installed, only PDF can be uploaded',
  },
};

export function uploadRefusal(reason: DocumentRefusal): Refusal {
  return refuse('FILE_UPLOAD_ERROR', WORDS[reason]);
}

/** Lets the documents engine's reason become the caller's. */
export function asUploadRefusal(error: unknown): unknown {
  return error instanceof DocumentRefused ? uploadRefusal(error.reason) : error;
}
