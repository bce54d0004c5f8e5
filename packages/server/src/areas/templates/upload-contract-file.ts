import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { uploadContractFile as operation } from '@cinnabar/api/operations/templates.js';
import type { ReadPlaceholder } from '@cinnabar/api/schemas/uploaded-file.js';
import type { ImportedDocument } from '@cinnabar/pdf/engine/engine.js';
import type { MemberContext } from '../../operation/context.js';
import type { Upload } from '../../operation/handler.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { saveFile } from '../../storage/stored-files.js';
import { contractFile } from './contract-file.js';
import { asUploadRefusal } from './document-refusal.js';
import { listPlaceholders, placePlaceholders } from './place-placeholders.js';
import { documentSize } from './template-view.js';
import { fileNameProblem, nameProblem, sniffFormat, type UploadFormat } from './upload-format.js';

export async function uploadContractFile(
  ctx: MemberContext,
  { placeholders: wanted = 0 }: InputOf<typeof operation>,
  upload: Upload | null,
): Promise<OutputOf<typeof operation>> {
  if (upload === null) throw invalidField('file', { zh: '必填', en: 'is required' });
  const { fileName, bytes } = upload;
  if (bytes.length === 0) throw refuse('FILE_UPLOAD_ERROR', { zh: '文件为空', en: 'the file is empty' });
  const format = sniffFormat(bytes);
  if (format === null) {
    throw refuse('FILE_UPLOAD_ERROR', {
      zh: '不支持的文件格式',
      en: 'the format of the file is not supported',
    });
  }
  const problem = fileNameProblem(fileName) ?? nameProblem(fileName, format);
  if (problem !== null) throw refuse('FILE_UPLOAD_ERROR', problem);

  const { imported, placeholders } = await read(ctx, bytes, format, wanted === 1).catch((error: unknown) => {
    throw asUploadRefusal(error);
  });
  if (imported.signed) {
    ctx.warn({
      zh: '原文件带有电子签名，这些签名仅在原文件中有效',
      en: 'the signatures that the file came with hold in the original only',
    });
  }
  const contract = await contractFile(ctx, { fileName, bytes, imported });
  return ctx.act(async (tx) => {
    const file = await saveFile(tx, contract, ctx.now);
    const uploaded = { fileName, fileUrl: file.fileKey, ...documentSize(imported.pages) };
    return placeholders === null ? uploaded : { ...uploaded, placeholders };
  });
}

async function read(
  ctx: MemberContext,
  bytes: Uint8Array,
  format: UploadFormat,
  withPlaceholders: boolean,
): Promise<{
  readonly imported: ImportedDocument;
  readonly placeholders: readonly ReadPlaceholder[] | null;
}> {
  if (withPlaceholders && format === 'docx') return placePlaceholders(ctx, bytes);
  const { documents, converter } = ctx.services;
  const pdf = format === 'pdf' ? bytes : await converter.toPdf(bytes, format, ctx.corpId);
  const imported = await documents.importPdf(pdf);
  return { imported, placeholders: withPlaceholders ? await listPlaceholders(ctx, imported) : null };
}
