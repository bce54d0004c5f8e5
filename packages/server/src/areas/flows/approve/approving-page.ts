import { formatDateTime } from '@cinnabar/api/date-time.js';
import { ApprovalStatus, FieldType } from '@cinnabar/api/enums.js';
import type {
  ApprovalPageItem,
  ApprovalPageList,
  ApprovalPageMark,
  ApprovalPageSeal,
  ApprovalPageView,
} from '@cinnabar/api/pages/approval.js';
import type { FlowPage } from '@cinnabar/api/pages/flow-page.js';
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { maskMobile } from '../../../custody/masking.js';
import type { Db } from '../../../database/schema.js';
import type { ActingMember, CorpId, UserId } from '../../../operation/context.js';
import { Refusal, refuse, refuseFor } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { findCorp, settingsOf } from '../../enterprise/index.js';
import { hasOwnPassword } from '../../members/index.js';
import { sealForSigning, sealPictureAddress } from '../../seals/index.js';
import { type Approval, isOpenApproval } from '../approval/approval.js';
import { isConcerned, mayDecide } from '../approval/approvers.js';
import { findApproval } from '../approval/store/approvals.js';
import type { Flow } from '../flow/flow.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { plannedMarks } from '../sign/load-marks.js';
import { flowPageView } from '../view/flow-page.js';
import { pageEnding, pageParts } from '../view/page-parts.js';
import { decisionDigest } from './decision-digest.js';
import { listApprovals } from './store/list-approvals.js';

export interface ApprovingRequest {
  readonly db: Db;
  readonly services: Services;
  readonly now: Date;
  readonly corpId: CorpId;
  readonly actingMember: ActingMember;
}

/** Limit of approvals decided at once. */
const MAX_APPROVALS = 100;

/** Approvals pending for this member, newest first. */
function waitingFor(
  db: Db,
  viewer: { readonly corpId: CorpId; readonly userId: UserId; readonly now: Date },
  limit: number,
) {
  const filters = {
    queryType: 0,
    type: null,
    flowTitle: null,
    approverId: null,
    requesterId: null,
    status: null,
    time: { of: 'created_at', from: null, to: null },
  } as const;
  return listApprovals(db, viewer, filters, { limit, offset: 0 });
}

/** Whether any approval waits for this member. */
export async function hasToApprove(db: Db, corpId: CorpId, userId: UserId, now: Date): Promise<boolean> {
  const { totalCount } = await waitingFor(db, { corpId, userId, now }, 1);
  return totalCount > 0;
}

/** The approvals that wait for this member, up to the number that can be decided at once. */
export async function waitingApprovals({
  db,
  now,
  corpId,
  actingMember,
}: Pick<ApprovingRequest, 'db' | 'now' | 'corpId' | 'actingMember'>): Promise<readonly Approval[]> {
  const { rows } = await waitingFor(db, { corpId, userId: actingMember.userId, now }, MAX_APPROVALS);
  return rows;
}

export async function approvalsToDecide(request: ApprovingRequest): Promise<ApprovalPageList> {
  const { db, services, corpId, actingMember } = request;
  const rows = await waitingApprovals(request);
  const zone = services.config.timeZone;
  const items = await Promise.all(
    rows.map(
      async (approval): Promise<ApprovalPageItem> => ({
        approvalId: approval.approvalId,
        kind: approval.kind,
        flowTitle: approval.flowTitle,
        requesterName: approval.requesterName,
        sealName: approval.sealName,
        createTime: formatDateTime(approval.createTime, zone),
        expireTime: formatDateTime(approval.expireTime, zone),
        shown: await decisionDigest(db, approval),
      }),
    ),
  );
  const corp = await findCorp(db, corpId);
  const needsProof = corp !== null && settingsOf(corp).approvalAuth;
  if (!needsProof) return { items, proofs: [] };
  // A password that an application may have set proves no consent.
  const withPassword = await hasOwnPassword(db, actingMember.userId);
  return { items, proofs: withPassword ? ['sms', 'pwd', 'face'] : ['sms', 'face'] };
}

/**
 * An approval with its contract, for its requester and its approvers.
 * @throws Refusal 404, PERMISSION_DENIED
 */
export async function approvingPage(
  request: ApprovingRequest,
  approvalId: ApprovalId,
): Promise<ApprovalPageView> {
  const { db, services, now, corpId, actingMember } = request;
  const approval = await findApproval(db, corpId, approvalId);
  if (approval === null) throw refuse('404');
  if (!(await isConcerned(request, approval))) throw refuseFor('PERMISSION_DENIED');
  const flow = await loadFlow(db, approval.flowCorpId, approval.flowId);
  if (flow === null || flow.deletedAt !== null) throw refuse('404');
  const zone = services.config.timeZone;
  const isOpen = isOpenApproval(approval, now);
  const seals = await sealsOf(request, approval);
  return {
    approvalId,
    kind: approval.kind,
    // An approval past its time limit has ended, even if the sweep has not recorded it yet.
    status: approval.status === ApprovalStatus.open && !isOpen ? ApprovalStatus.terminated : approval.status,
    corpName: approval.corpName,
    requesterName: approval.requesterName,
    createTime: formatDateTime(approval.createTime, zone),
    expireTime: formatDateTime(approval.expireTime, zone),
    updateTime: formatDateTime(approval.updateTime, zone),
    failReason: approval.failReason,
    shown: await decisionDigest(db, approval),
    decidable: isOpen && (await mayDecide(request, approval)),
    isOwn: approval.requesterId === actingMember.userId,
    seals: [...new Set(seals.values())],
    marks: flow.encrypted ? [] : marksOf(flow, approval, seals),
    flow: await shownFlow(request, flow),
    mobile: maskMobile(actingMember.mobile),
  };
}

/** Approvers see the content that they decide on, except that of encrypted flows. */
async function shownFlow({ db, services, now }: ApprovingRequest, flow: Flow): Promise<FlowPage> {
  const zone = services.config.timeZone;
  const parts = flow.encrypted
    ? { attachments: [], ending: await pageEnding(db, flow, zone) }
    : await pageParts(db, flow, zone);
  const view = flowPageView(services, flow, null, parts, now);
  return flow.encrypted ? { ...view, files: [] } : view;
}

/** Positions of the seals if the approval passed now; empty if the flow has changed so that they cannot be placed. */
function marksOf(
  flow: Flow,
  { participantId, request }: Approval,
  seals: Seals,
): readonly ApprovalPageMark[] {
  const signer = flow.participants.find((each) => each.participantId === participantId);
  if (signer === undefined || request.act === null) return [];
  const planned = plannedMarks(flow, signer, request.act);
  if (!planned.ok) return [];
  return planned.value.map(({ file, box, kind, seam, sealId, attribute, value }) => ({
    fileId: file.fileId,
    page: box.page,
    x: box.x,
    y: box.y,
    width: box.width,
    height: box.height,
    kind,
    seam,
    fitted: attribute.sealSpecs === 2,
    sealId: kind === 'seal' ? (seals.get(sealId)?.sealId ?? null) : null,
    text: value,
  }));
}

type Seals = ReadonlyMap<SealId | 0, ApprovalPageSeal>;

/** All seals named by the act, including those that need no consent; a deleted one has no picture. */
async function sealsOf(
  { db, services, now }: ApprovingRequest,
  { corpId, sealIds, request }: Approval,
): Promise<Seals> {
  const named = (request.act?.signComponents ?? []).flatMap(({ fieldType, sealId }) =>
    fieldType === FieldType.seal ? [sealId] : [],
  );
  const seals = new Map<SealId | 0, ApprovalPageSeal>();
  for (const sealId of new Set<SealId | 0>([...named, ...sealIds])) {
    const row = await sealForSigning(db, corpId, sealId).catch(unlessRefused);
    if (row === null) continue;
    const same = [...seals.values()].find((seal) => seal.sealId === row.seal_id);
    const pictureUrl = sealPictureAddress(services, row, now);
    const { seal_id, seal_name: name, width: widthMm, height: heightMm } = row;
    seals.set(sealId, same ?? { sealId: seal_id, name, widthMm, heightMm, pictureUrl });
  }
  return seals;
}

function unlessRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
