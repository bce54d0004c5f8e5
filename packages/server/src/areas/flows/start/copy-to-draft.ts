import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { copyToDraft as operation } from '@cinnabar/api/operations/flows.js';
import type { DraftContent } from '@cinnabar/api/schemas/contract-draft.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import { findFilesToUse } from '../../../storage/stored-files.js';
import { isUsable, type TemplateDetail, templateForStart } from '../../templates/index.js';
import { storeNewDraft } from '../../workspace/index.js';
import type { Flow } from '../flow/flow.js';
import { managesFlow } from '../view/access.js';
import { readFlow } from '../view/read-flow.js';
import { copyOfFiles, copyOfTemplate } from './copied-contract.js';

export async function copyToDraft(
  ctx: MemberContext,
  { flowId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const seen = await readFlow(ctx, flowId, 'contents');
  if (!managesFlow(seen)) throw refuseFor('PERMISSION_DENIED');
  const template = await usableTemplate(ctx, seen.flow);
  const content =
    template === null
      ? await copyFiles(ctx, seen.flow)
      : copyOfTemplate(seen.flow, template, ctx.actingMember.userId);
  return storeNewDraft(ctx, content);
}

/** The template of the flow, while contracts can be started from it. */
async function usableTemplate(ctx: MemberContext, { templateId }: Flow): Promise<TemplateDetail | null> {
  if (templateId === null) return null;
  const template = await templateForStart(ctx.db, ctx.corpId, { templateId });
  return template !== null && isUsable(template) ? template : null;
}

/** The uploads as they were before anybody filled in or signed them, which the flow keeps. */
async function copyFiles(ctx: MemberContext, flow: Flow): Promise<DraftContent> {
  const keys = flow.files.map(({ fileKey }) => fileKey);
  const found = await findFilesToUse(ctx.db, ctx.corpId, keys, ctx.now);
  const byKey = new Map(found.map((stored) => [stored.fileKey, stored]));
  return copyOfFiles(
    flow,
    flow.files.flatMap(({ fileKey, fileName }) => {
      const stored = byKey.get(fileKey);
      return stored === undefined ? [] : [{ fileKey, fileName, pages: stored.pages ?? [] }];
    }),
  );
}
