import type { PlacePageKept, PlacePageView } from '@cinnabar/api/pages/place.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { ProposedComponents } from '@cinnabar/api/schemas/proposed-component.js';
import type { Db } from '../../../database/schema.js';
import type { ActingMember, CorpId, UserId } from '../../../operation/context.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { findFile } from '../../../storage/stored-files.js';
import { findBalances, findCorp } from '../../enterprise/index.js';
import { proposeControls } from '../../templates/index.js';
import { openApprovalOf } from '../approval/store/approvals.js';
import { type Component, type Flow, type FlowFile, FlowStatus } from '../flow/flow.js';
import { chargedLedgers } from '../flow/rules/charging.js';
import { isSeamArea } from '../flow/rules/seams.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { findPlaceDraft, keepPlaceDraft } from '../flow/store/place-drafts.js';
import { flowPageView } from '../view/flow-page.js';
import { pageApproval, pageParts } from '../view/page-parts.js';
import { consentNeeded, needsConsent } from './ask-for-contract.js';

/** A flow created to place fields on it, in any later state. */
export type PlacingDraft = Flow;

/** null if it belongs to another person, or was deleted. */
export async function findPlacingDraft(
  db: Db,
  { corpId, flowId, userId }: { readonly corpId: CorpId; readonly flowId: FlowId; readonly userId: UserId },
): Promise<PlacingDraft | null> {
  const flow = await loadFlow(db, corpId, flowId);
  return flow === null || flow.initiatorId !== userId || flow.deletedAt !== null ? null : flow;
}

interface Request {
  readonly db: Db;
  readonly services: Services;
  readonly now: Date;
  readonly actingMember: ActingMember;
}

/** Content of the page, also after the draft was sent, so that its initiator sees this. */
export async function placingPage(request: Request, flow: PlacingDraft): Promise<PlacePageView> {
  const { db, services, now, actingMember } = request;
  const { corpId, flowId } = flow;
  const ledgers = chargedLedgers(flow);
  const balances = await findBalances(db, corpId);
  const zone = services.config.timeZone;
  const approval = flow.status === FlowStatus.draft ? await openApprovalOf(db, corpId, flowId) : null;
  return {
    ...flowPageView(services, flow, null, await pageParts(db, flow, zone), now),
    placeParties: flow.participants.map((participant) => {
      const isEnterprise = participant.type === 'enterprise';
      return {
        flag: participant.participantFlag,
        name: isEnterprise ? participant.corpName : participant.psnName,
        personName: isEnterprise ? participant.psnName : '',
        isEnterprise,
        fills: participant.fills,
        signs: participant.signs,
        signOrder: participant.signOrder,
      };
    }),
    kept: flow.components.map((component) => keptView(flow, component)),
    draft: flow.status === FlowStatus.draft ? await findPlaceDraft(db, corpId, flowId) : null,
    consent: approval === null ? await consentOf(request, flow) : 'asked',
    approval: approval === null ? null : await pageApproval(db, approval, actingMember.userId, zone),
    cost: {
      contracts: ledgers.includes('contract') ? 1 : 0,
      collections: ledgers.includes('collection') ? 1 : 0,
      contractBalance: balances.contract,
      collectionBalance: balances.collection,
    },
  };
}

/**
 * Stores the fields placed so far, in the page's own format.
 * @throws Refusal FLOW_STATE if the flow is no longer a draft
 */
export async function keepPlacingDraft(db: Db, flow: PlacingDraft, draft: string, now: Date): Promise<void> {
  if (flow.status !== FlowStatus.draft) throw refuseFor('FLOW_STATE');
  await keepPlaceDraft(db, flow.corpId, flow.flowId, draft, now);
}

/**
 * Where the parties of the draft fill in and sign, by one of its files.
 * @throws Refusal 404; FLOW_STATE if the flow is no longer a draft
 */
export async function placesToSuggest(
  db: Db,
  services: Services,
  flow: PlacingDraft,
  fileId: FlowFile['fileId'],
): Promise<ProposedComponents> {
  if (flow.status !== FlowStatus.draft) throw refuseFor('FLOW_STATE');
  const fileIndex = flow.files.findIndex((file) => file.fileId === fileId);
  const file = flow.files[fileIndex];
  if (file === undefined) throw refuse('404');
  const { corpId } = flow;
  const stored = await findFile(db, corpId, file.fileKey);
  return proposeControls(
    services,
    { corpId, hash: file.currentHash, originalHash: stored?.originalHash ?? null, pages: file.pages },
    {
      fileIndex,
      parties: flow.participants.map(({ participantFlag, type, corpName, psnName }) => ({
        participantFlag,
        ...(type === 'enterprise'
          ? { participantType: 1, participantName: corpName }
          : { participantType: 0, participantName: psnName }),
      })),
      existing: flow.components
        .filter((component) => component.fileId === fileId)
        .map(({ pageNum, positionX: x, positionY: y, attribute: { width, height } }) => ({
          page: pageNum,
          box: { x, y, width, height },
        })),
    },
  );
}

/** Whether sending requests approval. */
async function consentOf(request: Request, flow: Flow): Promise<'none' | 'needed'> {
  if (flow.status !== FlowStatus.draft) return 'none';
  const corp = await findCorp(request.db, flow.corpId);
  if (corp === null || !needsConsent(corp)) return 'none';
  return (await consentNeeded(request, flow.corpId)).kind === 'ask' ? 'needed' : 'none';
}

function keptView({ participants }: Flow, component: Component): PlacePageKept {
  const owner = participants.find(({ participantId }) => participantId === component.participantId);
  const { width, height } = component.attribute;
  return {
    componentId: component.componentId,
    flag: owner?.participantFlag ?? '',
    fileId: component.fileId,
    name: component.componentName,
    key: component.componentKey,
    type: component.componentType,
    page: component.pageNum,
    x: component.positionX,
    y: component.positionY,
    width,
    height,
    seam: isSeamArea(component),
  };
}
