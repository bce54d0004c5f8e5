import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signFlowContractFileList as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField, refuse } from '../../../operation/refusal.js';
import type { FlowFile } from '../flow/flow.js';
import type { SeenFlow } from './access.js';
import { filesOfPage } from './detail-items.js';
import { flowFileView } from './flow-file-view.js';
import { readFile, readFlow } from './read-flow.js';

export async function signFlowContractFileList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { seen, files } = await asked(ctx, input);
  return filesOfPage(files, input).map((file) =>
    flowFileView(ctx.services, seen.flow, file, seen.sight, ctx.now),
  );
}

async function asked(
  ctx: MemberContext,
  { flowId, fileId }: InputOf<typeof operation>,
): Promise<{ readonly seen: SeenFlow; readonly files: readonly FlowFile[] }> {
  if (fileId === undefined) {
    if (flowId === undefined) {
      throw invalidField('flowId', { zh: '与 fileId 至少填写一项', en: 'or fileId is required' });
    }
    const seen = await readFlow(ctx, flowId, 'contents');
    return { seen, files: seen.flow.files };
  }
  const seen = await readFile(ctx, fileId);
  if (flowId !== undefined && flowId !== seen.flow.flowId) throw refuse('404');
  return { seen, files: [seen.file] };
}
