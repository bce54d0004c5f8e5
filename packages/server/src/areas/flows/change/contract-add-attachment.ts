import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractAddAttachment as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { actsInOwnSession } from '../../../operation/own-session.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import { findFilesToUse, saveFile } from '../../../storage/stored-files.js';
import { ATTACHMENT_FILE, isAttachable } from '../../templates/index.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorDetail, actorOf } from '../flow/actor.js';
import { isOpen, isPastDeadline } from '../flow/rules/states.js';
import { isDone } from '../flow/rules/turns.js';
import { insertAttachments } from '../flow/store/attachments.js';
import { seeAsParticipant } from '../view/access.js';

export function contractAddAttachment(
  ctx: MemberContext,
  { flowId, fileName, fileUrl }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, own } = await seeAsParticipant(ctx, flowId);
    const [file] = await findFilesToUse(ctx.db, ctx.corpId, [fileUrl], ctx.now);
    if (file === undefined || !isAttachable(file)) {
      throw invalidField('fileUrl', { zh: '不是本企业上传的文件', en: 'is no upload of this enterprise' });
    }
    if (isPastDeadline(flow, ctx.now)) throw refuseFor('FLOW_EXPIRED');
    if (!isOpen(flow.status) || own.every(isDone)) throw refuseFor('FLOW_STATE');
    const attaches = own.some(
      (participant) => !isDone(participant) && (participant.type === 'enterprise' || actsInOwnSession(ctx)),
    );
    if (!attaches) throw refuseFor('OWN_SESSION_REQUIRED');
    // The flow stores a copy under its own enterprise, so that it does not depend on another enterprise's storage.
    const isOwn = flow.corpId === ctx.corpId;
    const { hash, size } = isOwn
      ? file
      : await ctx.services.blobs.put(flow.corpId, await ctx.services.blobs.get(ctx.corpId, file.hash));
    const attachmentId = await ctx.services.ids.next<'Attachment'>();
    const detail = { actor: actorDetail(actorOf(ctx)), attachmentId, fileName, hash };
    return ctx.act(async (tx) => {
      const events = [{ kind: 'attachmentAdded' as const, detail }];
      await commitFlow(tx, flow, { after: flow, events, news: [] }, ctx.now);
      const kept = isOwn
        ? file
        : await saveFile(
            tx,
            { ...file, corpId: flow.corpId, hash, size, originalHash: null, kind: ATTACHMENT_FILE },
            ctx.now,
          );
      await insertAttachments(
        tx,
        flow,
        [{ attachmentId, fileName, fileKey: kept.fileKey, bySigner: true }],
        ctx.now,
      );
      return { attachmentId };
    });
  });
}
