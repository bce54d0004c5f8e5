import type { PagingInput } from '@cinnabar/api/schemas/paging.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../../operation/context.js';
import { findFiles } from '../../../storage/stored-files.js';
import type { Component } from '../flow/flow.js';
import { loadAttachments } from '../flow/store/attachments.js';
import type { SeenFlow } from './access.js';
import { flowDetailView } from './flow-detail-view.js';

/** The files of a flow, each with the controls selected by `shown`. */
export async function detailItems(
  ctx: MemberContext,
  { flow, viewer }: SeenFlow,
  shown: (component: Component) => boolean,
  paging: PagingInput,
) {
  const attachments = await loadAttachments(ctx.db, flow.corpId, flow.flowId);
  const stored = await findFiles(
    ctx.db,
    flow.corpId,
    attachments.map(({ fileKey }) => fileKey),
  );
  const found = attachments.flatMap((attachment) => {
    const file = stored.find(({ fileKey }) => fileKey === attachment.fileKey);
    return file === undefined ? [] : [{ attachment, stored: file }];
  });
  const parts = { components: flow.components.filter(shown), attachments: found };
  return filesOfPage(flow.files, paging).map((file) =>
    flowDetailView(ctx.services, flow, { file, ...parts }, viewer, ctx.now),
  );
}

/** All files, unless a page of them is requested. */
export function filesOfPage<T>(files: readonly T[], paging: PagingInput): readonly T[] {
  if (paging.listPageNo === undefined && paging.listPageSize === undefined) return files;
  const { limit, offset } = pageWindow(paging);
  return files.slice(offset, offset + limit);
}
