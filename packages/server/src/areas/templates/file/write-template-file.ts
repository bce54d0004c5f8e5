import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { TemplateDocument } from '@cinnabar/api/schemas/template-draft.js';
import type { CorpId } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import type { ZipEntry } from '../../../zip/zip-stream.js';
import { documentOf } from '../draft-rules.js';
import type { TemplateDetail } from '../template-detail.js';
import { DOCUMENT_ENTRY, entryName, FORMAT_VERSION, templateFile } from './template-file.js';

interface Source {
  readonly services: Pick<Services, 'blobs'>;
  readonly corpId: CorpId;
  /** The bytes of a picture, by its storage key. */
  readonly loadPicture: (fileKey: string) => Promise<Uint8Array>;
}

/** The entries of the file of a template, of which one at a time is in memory. */
export async function* templateFileEntries(
  { services, corpId, loadPicture }: Source,
  detail: TemplateDetail,
): AsyncGenerator<ZipEntry> {
  const pictures = picturesOf(detail);
  yield { name: DOCUMENT_ENTRY, parts: [documentText(portableDocument(documentOf(detail), pictures))] };
  for (const [index, { stored }] of detail.files.entries()) {
    // The document from which contracts are made: another installation might convert the original differently.
    const bytes = await services.blobs.get(corpId, stored.hash);
    yield { name: entryName.contract(index), parts: [bytes], isCompressed: true };
  }
  for (const [index, { stored }] of detail.attachments.entries()) {
    const bytes = await services.blobs.get(corpId, stored.originalHash ?? stored.hash);
    yield { name: entryName.attachment(index), parts: [bytes] };
  }
  for (const [key, name] of pictures) {
    yield { name, parts: [await loadPicture(key)], isCompressed: true };
  }
}

/** Names of the entries of pictures, by their storage keys. */
function picturesOf({ components }: Pick<TemplateDetail, 'components'>): ReadonlyMap<string, string> {
  const keys = new Set(
    components.flatMap(({ component_type: type, value }) =>
      type === componentTypes.image && value !== null ? [value] : [],
    ),
  );
  return new Map([...keys].map((key, index) => [key, entryName.picture(index)]));
}

/** The document without ids, and with names of entries for stored files. */
function portableDocument(
  document: TemplateDocument,
  pictures: ReadonlyMap<string, string>,
): TemplateDocument {
  const { templateId: _template, copierList = [], attachmentList = [], ...rest } = document;
  return {
    ...rest,
    participantList: document.participantList.map(({ participantId: _, ...participant }) => participant),
    contractFileList: document.contractFileList.map(({ fileId: _, ...file }, index) => ({
      ...file,
      fileName: pdfName(file.fileName),
      fileUrl: entryName.contract(index),
    })),
    copierList: copierList.map(({ copierId: _, ...copier }) => copier),
    attachmentList: attachmentList.map(({ fileName }, index) => ({
      fileName,
      fileUrl: entryName.attachment(index),
    })),
    components: document.components.map(({ componentId: _, ...component }) => {
      const picture = component.value === undefined ? undefined : pictures.get(component.value);
      return component.componentType === componentTypes.image && picture !== undefined
        ? { ...component, value: picture }
        : component;
    }),
  };
}

export function documentText(template: TemplateDocument): string {
  const file = { format: 'cinnabar-template', formatVersion: FORMAT_VERSION, template } as const;
  const written = templateFile.write(file, '', {
    zone: 'UTC',
    mismatch: (path, expected) => {
      throw new Error(`${path} of an exported template is no ${expected}`);
    },
  });
  return JSON.stringify(written, null, 1);
}

/** Word documents and pictures have been converted. */
function pdfName(fileName: string): string {
  return /\.pdf$/i.test(fileName) ? fileName : `${fileName.replace(/\.[^.]{1,5}$/, '')}.pdf`;
}
