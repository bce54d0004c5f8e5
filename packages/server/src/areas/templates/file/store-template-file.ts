import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { TemplateDocument } from '@cinnabar/api/schemas/template-draft.js';
import type { MemberContext } from '../../../operation/context.js';
import { saveFile } from '../../../storage/stored-files.js';
import { attachmentFile } from '../attachment-file.js';
import { contractFile } from '../contract-file.js';
import { documentWords } from '../document-refusal.js';
import { keepPicture } from '../picture-value.js';
import { documentSize } from '../template-view.js';
import { sniffFormat } from '../upload-format.js';
import { type ReadTemplateFile, refuseFile } from './read-template-file.js';

/**
 * Reads the contents of a template's file, in processes of their own, and stores them as uploads of the enterprise.
 * @returns the document with storage keys; what nothing refers to in the end is removed like any unused upload
 * @throws Refusal FILE_UPLOAD_ERROR naming the part that cannot be read
 */
export async function storeTemplateFile(
  ctx: MemberContext,
  { document, contents }: ReadTemplateFile,
): Promise<TemplateDocument> {
  const contentOf = (name: string): Uint8Array => {
    const content = contents.get(name);
    if (content === undefined) throw new Error(`no content ${name}`);
    return content;
  };
  const contractFileList = [];
  for (const { fileName, fileUrl: name } of document.contractFileList) {
    contractFileList.push(await storeContract(ctx, fileName, name, contentOf(name)));
  }
  const attachmentList = [];
  for (const { fileName, fileUrl: name } of document.attachmentList ?? []) {
    const attachment = await attachmentFile(ctx, { fileName, bytes: contentOf(name) });
    attachmentList.push({ fileName, fileUrl: (await saveFile(ctx.db, attachment, ctx.now)).fileKey });
  }
  const components = await storePictures(ctx, document.components, contentOf);
  return { ...document, contractFileList, attachmentList, components };
}

async function storeContract(ctx: MemberContext, fileName: string, name: string, bytes: Uint8Array) {
  if (sniffFormat(bytes) !== 'pdf') throw refuseFile(name, { zh: '不是 PDF', en: 'is no PDF' });
  const imported = await ctx.services.documents.importPdf(bytes).catch((error: unknown) => {
    const words = documentWords(error);
    throw words === null
      ? error
      : refuseFile(name, { zh: `无法导入：${words.zh}`, en: `cannot be imported: ${words.en}` });
  });
  const contract = await contractFile(ctx, { fileName, bytes, imported });
  const { fileKey } = await saveFile(ctx.db, contract, ctx.now);
  return { fileName, fileUrl: fileKey, ...documentSize(imported.pages) };
}

/** Each picture once, however many controls show it. */
async function storePictures(
  ctx: MemberContext,
  components: TemplateDocument['components'],
  contentOf: (name: string) => Uint8Array,
): Promise<TemplateDocument['components']> {
  const keys = new Map<string, string>();
  const stored = [];
  for (const component of components) {
    const { componentType, value: name } = component;
    if (componentType !== componentTypes.image || name === undefined) {
      stored.push(component);
      continue;
    }
    const key = keys.get(name) ?? (await storePicture(ctx, name, contentOf(name)));
    keys.set(name, key);
    stored.push({ ...component, value: key });
  }
  return stored;
}

async function storePicture(ctx: MemberContext, name: string, bytes: Uint8Array): Promise<string> {
  const picture = await keepPicture(
    ctx,
    ctx.corpId,
    `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`,
    null,
  );
  if ('problem' in picture) throw refuseFile(name, picture.problem);
  return picture.drawn;
}
