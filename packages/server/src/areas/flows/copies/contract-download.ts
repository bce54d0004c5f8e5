import type { FileAnswer, InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractDownload as operation } from '@cinnabar/api/operations/flows.js';
import { zipSync } from 'fflate';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField, refuse } from '../../../operation/refusal.js';
import { findFile } from '../../../storage/stored-files.js';
import { uniqueNames } from '../../../zip/entry-names.js';
import { uploadedMediaType } from '../../templates/index.js';
import type { Flow, FlowFile } from '../flow/flow.js';
import { pdfName } from '../view/flow-detail-view.js';
import { readFlow } from '../view/read-flow.js';
import { printCheckCopy } from './print-check-copy.js';

interface WholeFile extends FileAnswer {
  readonly bytes: Uint8Array;
}

export async function contractDownload(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { flow } = await readFlow(ctx, input.flowId, 'contents');
  const files =
    input.fileId === undefined ? flow.files : flow.files.filter(({ fileId }) => fileId === input.fileId);
  const [first, ...others] = files;
  if (first === undefined) throw refuse('404', { zh: '合同文件', en: 'contract file' });
  if (input.checkCopy === 1) {
    if (input.original === 1)
      throw invalidField('checkCopy', { zh: '不能与 original 同时使用', en: 'excludes original' });
    return printCheckCopy(ctx.db, ctx.services, flow, files, ctx.now);
  }
  const answers: WholeFile[] = [];
  for (const file of files)
    answers.push(await (input.original === 1 ? originalOf : newestOf)(ctx, flow, file));
  const [only] = answers;
  return only !== undefined && others.length === 0 ? only : zipped(flow, answers);
}

async function newestOf(ctx: MemberContext, flow: Flow, file: FlowFile): Promise<WholeFile> {
  const bytes = await ctx.services.blobs.get(flow.corpId, file.currentHash);
  return { fileName: pdfName(file.fileName), mediaType: 'application/pdf', bytes };
}

/** The original upload, before it was rewritten. */
async function originalOf(ctx: MemberContext, flow: Flow, file: FlowFile): Promise<WholeFile> {
  const stored = await findFile(ctx.db, flow.corpId, file.fileKey);
  if (stored === null) throw refuse('404', { zh: '合同文件', en: 'contract file' });
  const bytes = await ctx.services.blobs.get(flow.corpId, stored.originalHash ?? stored.hash);
  return { fileName: stored.fileName, mediaType: uploadedMediaType(stored.fileName), bytes };
}

/** PDFs are already compressed, so the archive only bundles them under unique names. */
function zipped(flow: Flow, files: readonly WholeFile[]): WholeFile {
  const names = uniqueNames(files.map(({ fileName }) => fileName));
  const entries = Object.fromEntries(files.map(({ bytes }, index) => [names[index] ?? '', bytes]));
  return {
    fileName: `${flow.title || flow.flowCode}.zip`,
    mediaType: 'application/zip',
    bytes: zipSync(entries, { level: 0 }),
  };
}
