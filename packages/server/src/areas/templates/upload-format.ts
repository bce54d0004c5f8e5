import { looksLikeText } from '@cinnabar/pdf/convert/decode-text.js';
import type { ConvertibleFormat } from '../../conversion/document-converter.js';
import type { Words } from '../../operation/refusal.js';

/** Formats of contract files. */
export type UploadFormat = 'pdf' | ConvertibleFormat;

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

/** Media type of an upload, derived from its name, which was checked against the content on upload. */
export function uploadedMediaType(fileName: string): string {
  const extension = extensionOf(fileName);
  for (const format in EXTENSIONS) {
    if (isFormat(format) && EXTENSIONS[format].includes(extension)) return MEDIA_TYPES[format];
  }
  return 'application/octet-stream';
}

function isFormat(name: string): name is UploadFormat {
  return name in EXTENSIONS;
}

function extensionOf(fileName: string): string {
  return /\.([^.]*)$/.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';
}

/** PDF readers search for the header in the first kilobyte: some producers put a few bytes before it. */
const PDF_HEADER_WITHIN = 1024;
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');
const ODT_MEDIA_TYPE = 'mimetypeapplication/vnd.oasis.opendocument.text';
/** The first entry of a zip begins with a header of 30 bytes, followed by its name. */
const ZIP_NAME_AT = 30;

/** Detects a file's format from its bytes; null for an unsupported one. */
export function sniffFormat(bytes: Uint8Array): UploadFormat | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'pdf';
  if (buffer.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (buffer.subarray(0, JPEG.length).equals(JPEG)) return 'jpg';
  if (buffer.subarray(0, 5).equals(Buffer.from('{\\rtf'))) return 'rtf';
  if (buffer.subarray(0, OLE.length).equals(OLE)) {
    if (buffer.includes(Buffer.from('WordDocument', 'utf16le'))) return 'doc';
    // A password-protected docx is a compound file around the encrypted one; reporting this is more useful than
    // “unknown format”.
    return buffer.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'docx' : null;
  }
  if (buffer.subarray(0, ZIP.length).equals(ZIP)) {
    if (buffer.subarray(ZIP_NAME_AT, ZIP_NAME_AT + ODT_MEDIA_TYPE.length).equals(Buffer.from(ODT_MEDIA_TYPE)))
      return 'odt';
    return buffer.includes('word/document.xml') ? 'docx' : null;
  }
  if (buffer.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return 'pdf';
  return looksLikeText(buffer) ? 'txt' : null;
}

/** Why the name does not match the content; null if it does. */
export function nameProblem(fileName: string, format: UploadFormat): Words | null {
  if (EXTENSIONS[format].includes(extensionOf(fileName))) return null;
  return {
    zh: `文件内容是 ${format} 格式，与文件名“${fileName}”的扩展名不符`,
    en: `the content is ${format}, which does not go with the extension of "${fileName}"`,
  };
}

/** Why a file name is invalid regardless of the content; null if it is valid. */
export function fileNameProblem(fileName: string): Words | null {
  const length = [...fileName].length;
  if (length === 0 || length > 255) {
    return { zh: '文件名须为 1 到 255 个字符', en: 'the file name must have 1 to 255 characters' };
  }
  // NUL cannot be stored; the others would break the Content-Disposition header of a download.
  return /\p{Control}/u.test(fileName)
    ? { zh: '文件名含有控制字符', en: 'the file name contains control characters' }
    : null;
}
