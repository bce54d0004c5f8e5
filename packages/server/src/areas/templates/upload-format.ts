import type { Words } from '../../refusal.js';

/** What a contract file can be. */
export type UploadFormat = 'pdf' | 'doc' | 'docx' | 'odt' | 'rtf' | 'txt' | 'jpg' | 'png';

const EXTENSIONS: Readonly<Record<UploadFormat, readonly string[]>> = {
  pdf: ['pdf'],
  doc: ['doc'],
  docx: ['docx'],
  odt: ['odt'],
  rtf: ['rtf'],
  txt: ['txt'],
  jpg: ['jpg', 'jpeg'],
  png: ['png'],
};

const MEDIA_TYPES: Readonly<Record<UploadFormat, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  txt: 'text/plain',
  jpg: 'image/jpeg',
  png: 'image/png',
};

export function mediaTypeOf(format: UploadFormat): string {
  return MEDIA_TYPES[format];
}

/** Readers of PDF look for the header in the first kilobyte: some producers put a few bytes before it. */
const PDF_HEADER_WITHIN = 1024;
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');
const ODT_MEDIA_TYPE = 'mimetypeapplication/vnd.oasis.opendocument.text';
/** A zip's first entry begins with a header of 30 bytes and then its name. */
const ZIP_NAME_AT = 30;
const TEXT_LOOKED_AT = 65_536;

/** Tells a file's format from its bytes; null for one that is none of ours. */
export function sniffFormat(bytes: Uint8Array): UploadFormat | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'pdf';
  if (buffer.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (buffer.subarray(0, JPEG.length).equals(JPEG)) return 'jpg';
  if (buffer.subarray(0, 5).equals(Buffer.from('{\\rtf'))) return 'rtf';
  if (buffer.subarray(0, OLE.length).equals(OLE)) {
    return buffer.includes(Buffer.from('WordDocument', 'utf16le')) ? 'doc' : null;
  }
  if (buffer.subarray(0, ZIP.length).equals(ZIP)) {
    if (buffer.subarray(ZIP_NAME_AT, ZIP_NAME_AT + ODT_MEDIA_TYPE.length).equals(Buffer.from(ODT_MEDIA_TYPE)))
      return 'odt';
    return buffer.includes('word/document.xml') ? 'docx' : null;
  }
  if (buffer.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return 'pdf';
  return isText(buffer.subarray(0, TEXT_LOOKED_AT)) ? 'txt' : null;
}

function isText(bytes: Uint8Array): boolean {
  // Tab, line feed, form feed and carriage return are the only control characters of a text.
  return (
    bytes.length > 0 && bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b))
  );
}

/** Why the name does not go with the content; null when it does. */
export function nameProblem(fileName: string, format: UploadFormat): Words | null {
  const extension = /\.([^.]*)$/.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';
  if (EXTENSIONS[format].includes(extension)) return null;
  return {
    zh: `文件内容是 ${format} 格式，与文件名“${fileName}”的扩展名不符`,
    en: `the content is ${format}, which does not go with the extension of "${fileName}"`,
  };
}

/** What is wrong with a file's name whatever the content; null when nothing is. */
export function fileNameProblem(fileName: string): Words | null {
  const length = [...fileName].length;
  if (length === 0 || length > 255) {
    return { zh: '文件名须为 1 到 255 个字符', en: 'the file name must have 1 to 255 characters' };
  }
  // NUL cannot be stored; the others would break the header that names a download.
  return /\p{Control}/u.test(fileName)
    ? { zh: '文件名含有控制字符', en: 'the file name contains control characters' }
    : null;
}
