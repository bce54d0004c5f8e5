import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractBatchDownload as operation } from '@cinnabar/api/operations/flows.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../../operation/context.js';
import { Refusal, refuse, refuseFor } from '../../../operation/refusal.js';
import { safeEntryName, uniqueNames } from '../../../zip/entry-names.js';
import { type ZipEntry, zipStream } from '../../../zip/zip-stream.js';
import { originOf, recordAct } from '../../audit/index.js';
import { printDate } from '../../templates/index.js';
import type { Flow } from '../flow/flow.js';
import { pdfName } from '../view/flow-detail-view.js';
import { readFlow } from '../view/read-flow.js';

/**
 * Streams the files of many contracts as one archive, a folder for each contract, of which one file at a time is in
 * memory. All of them are checked first, because a stream that has begun cannot be refused.
 */
export async function contractBatchDownload(
  ctx: MemberContext,
  { flowIds }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const flows: Flow[] = [];
  for (const flowId of new Set(flowIds)) flows.push(await readable(ctx, flowId));
  const { corpId, appId, db } = ctx;
  const { userId } = ctx.actingMember;
  const after = { flowIds: flows.map(({ flowId }) => flowId) };
  await recordAct(db, { corpId, userId, appId, act: 'contract.download', after }, originOf(ctx));
  return {
    fileName: `合同-${printDate(ctx.now, 'yyyyMMdd-HHmmss', ctx.services.config.timeZone)}.zip`,
    mediaType: 'application/zip',
    bytes: zipStream(entriesOf(ctx, flows)),
  };
}

/** @throws Refusal 404, PERMISSION_DENIED: with the contract at fault */
async function readable(ctx: MemberContext, flowId: FlowId): Promise<Flow> {
  try {
    return (await readFlow(ctx, flowId, 'contents')).flow;
  } catch (error) {
    if (!(error instanceof Refusal) || error.cause !== undefined) throw error;
    const about = { zh: `合同 ${flowId}`, en: `contract ${flowId}` };
    throw error.reason === 'PERMISSION_DENIED' ? refuseFor('PERMISSION_DENIED', about) : refuse('404', about);
  }
}

async function* entriesOf({ services }: MemberContext, flows: readonly Flow[]): AsyncGenerator<ZipEntry> {
  for (const { corpId, flowCode, title, files } of flows) {
    const folder = safeEntryName(`${flowCode} ${title}`).trim();
    const names = uniqueNames(files.map(({ fileName }) => pdfName(fileName)));
    for (const [index, { currentHash }] of files.entries()) {
      const bytes = await services.blobs.get(corpId, currentHash);
      // PDFs are compressed already.
      yield { name: `${folder}/${names[index]}`, parts: [bytes], isCompressed: true };
    }
  }
}
