import type { PagingInput } from '@cinnabar/api/schemas/paging.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../../operation/context.js';
import type { Component } from '../flow/flow.js';
import type { SeenFlow } from './access.js';
import { flowDetailView } from './flow-detail-view.js';
import { pageAttachments } from './page-attachments.js';

/** The files of a flow, each with the controls selected by `shown`. */
export async function detailItems(
  ctx: MemberContext,
  { flow, viewer }: SeenFlow,
  shown: (component: Component) => boolean,
  paging: PagingInput,
) {
  const parts = {
    components: flow.components.filter(shown),
    attachments: await pageAttachments(ctx.db, flow),
  };
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
