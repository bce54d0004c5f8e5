import { InvalidField } from '@cinnabar/api/schema.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { TemplateDocument } from '@cinnabar/api/schemas/template-draft.js';
import { type Refusal, refuse, type Words, wordsOf } from '../../../operation/refusal.js';
import { readZip, type ZipRefusal, ZipRefused } from '../../../zip/read-zip.js';
import { DOCUMENT_ENTRY, FORMAT_VERSION, fileLimits, templateFile } from './template-file.js';

export interface ReadTemplateFile {
  readonly document: TemplateDocument;
  /** What the document names, by the names. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

const WORDS: Readonly<Record<ZipRefusal, Words>> = {
  BROKEN: { zh: '不是完好的 ZIP 文件', en: 'is no intact ZIP file' },
  ENCRYPTED: { zh: '已加密', en: 'is encrypted' },
  UNSAFE_NAME: { zh: '不是安全的文件名', en: 'is no safe file name' },
  REPEATED_NAME: { zh: '重复出现', en: 'occurs twice' },
  TOO_MANY: { zh: '内含文件过多', en: 'contains too many files' },
  TOO_LARGE: { zh: '解压后过大', en: 'is too large when it is unpacked' },
};

/** The refusal of a file, naming the part at fault. */
export function refuseFile(part: string | null, { zh, en }: Words): Refusal {
  const name = part === null ? null : [...part.replace(/\p{Control}/gu, '?')].slice(0, 200).join('');
  return refuse(
    'FILE_UPLOAD_ERROR',
    name === null ? { zh, en } : { zh: `${name} ${zh}`, en: `${name} ${en}` },
  );
}

/**
 * The document of a template's file with everything that it names. The contents are not read yet.
 * @throws Refusal FILE_UPLOAD_ERROR for anything that an export does not write
 */
export async function readTemplateFile(bytes: Uint8Array): Promise<ReadTemplateFile> {
  const entries = await readZip(bytes, fileLimits).catch((error: unknown) => {
    if (!(error instanceof ZipRefused)) throw error;
    throw refuseFile(error.entry ?? '', WORDS[error.reason]);
  });
  const written = entries.get(DOCUMENT_ENTRY);
  if (written === undefined) {
    throw refuseFile(null, {
      zh: `不是导出的模板，缺少 ${DOCUMENT_ENTRY}`,
      en: `this is no exported template: it has no ${DOCUMENT_ENTRY}`,
    });
  }
  const document = documentIn(written);
  const contents = new Map(entries);
  contents.delete(DOCUMENT_ENTRY);
  checkNames(document, contents);
  return { document, contents };
}

function documentIn(written: Uint8Array): TemplateDocument {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(written));
  } catch {
    throw refuseFile(DOCUMENT_ENTRY, { zh: '不是 JSON', en: 'is no JSON' });
  }
  try {
    const { formatVersion, template } = templateFile.read(value, '', { zone: 'UTC' });
    if (formatVersion > FORMAT_VERSION) {
      throw refuseFile(DOCUMENT_ENTRY, {
        zh: `的格式版本为 ${formatVersion}，由更新的版本导出`,
        en: `has format version ${formatVersion}, written by a newer version of the service`,
      });
    }
    return template;
  } catch (error) {
    if (!(error instanceof InvalidField)) throw error;
    const words = wordsOf(error.problem);
    throw refuseFile(DOCUMENT_ENTRY, {
      zh: `的 ${error.path}：${words.zh}`,
      en: `is invalid, ${error.path}: ${words.en}`,
    });
  }
}

/** No ids, every named entry present, and every entry named. */
function checkNames(document: TemplateDocument, contents: ReadonlyMap<string, Uint8Array>): void {
  const withId = idIn(document);
  if (withId !== null) {
    throw refuseFile(DOCUMENT_ENTRY, {
      zh: `的 ${withId}：不得含有编号`,
      en: `is invalid, ${withId}: must not be given, because ids belong to one enterprise`,
    });
  }
  const named = namesIn(document);
  for (const { path, name } of named) {
    if (contents.has(name)) continue;
    throw refuseFile(DOCUMENT_ENTRY, {
      zh: `的 ${path}：所指文件不在其中`,
      en: `is invalid, ${path}: names no part of the file`,
    });
  }
  const known = new Set(named.map(({ name }) => name));
  for (const name of contents.keys()) {
    if (!known.has(name)) throw refuseFile(name, { zh: '不属于该模板', en: 'is no part of the template' });
  }
}

function idIn(document: TemplateDocument): string | null {
  if (document.templateId !== undefined) return 'template.templateId';
  const { participantList, contractFileList, copierList = [], attachmentList = [], components } = document;
  const lists: readonly (readonly [string, string, readonly (number | undefined)[]])[] = [
    ['participantList', 'participantId', participantList.map(({ participantId }) => participantId)],
    ['contractFileList', 'fileId', contractFileList.map(({ fileId }) => fileId)],
    ['copierList', 'copierId', copierList.map(({ copierId }) => copierId)],
    ['attachmentList', 'attachmentId', attachmentList.map(({ attachmentId }) => attachmentId)],
    ['components', 'componentId', components.map(({ componentId }) => componentId)],
  ];
  for (const [list, field, ids] of lists) {
    const index = ids.findIndex((id) => id !== undefined);
    if (index !== -1) return `template.${list}[${index}].${field}`;
  }
  return null;
}

function namesIn(document: TemplateDocument): readonly { readonly path: string; readonly name: string }[] {
  const { contractFileList, attachmentList = [], components } = document;
  const files = (list: string, urls: readonly { readonly fileUrl: string }[]) =>
    urls.map(({ fileUrl }, index) => ({ path: `template.${list}[${index}].fileUrl`, name: fileUrl }));
  return [
    ...files('contractFileList', contractFileList),
    ...files('attachmentList', attachmentList),
    ...components.flatMap(({ componentType, value }, index) =>
      componentType === componentTypes.image && value !== undefined
        ? [{ path: `template.components[${index}].value`, name: value }]
        : [],
    ),
  ];
}
