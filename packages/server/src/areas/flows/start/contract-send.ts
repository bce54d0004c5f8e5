import { contractSend as operation } from '@cinnabar/api/operations/flows.js';
import type { DirectComponent } from '@cinnabar/api/schemas/component.js';
import type { MemberContext } from '../../../operation/context.js';
import { route } from '../../../operation/handler.js';
import { refuseFor } from '../../../operation/refusal.js';
import { ownCorp } from '../../enterprise/index.js';
import { planDirectComponents } from '../../templates/index.js';
import {
  approvedByNobodyElse,
  askForContract,
  consentNeeded,
  needsConsent,
} from '../approve/ask-for-contract.js';
import { openApprovalOf } from '../approve/store/approvals.js';
import { seeFlow } from '../flow/access.js';
import { actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { type Component, type Flow, FlowStatus } from '../flow/flow.js';
import { withRevision } from '../flow/with-revision.js';
import { beginDraft } from './begin-draft.js';
import { chargeStart } from './begin-flow.js';
import { directComponents } from './direct-contents.js';

export const contractSend = route('member', operation, (ctx, input) =>
  withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, input.flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    const added = await plannedOn(ctx, flow, input.components ?? []);
    if (flow.status !== FlowStatus.draft) throw refuseFor('FLOW_STATE');
    if (flow.deadline !== null && flow.deadline <= ctx.now) {
      throw refuseFor('FLOW_EXPIRED');
    }
    const whole = { ...flow, components: [...flow.components, ...added] };
    const corp = await ownCorp(ctx);
    const asking = needsConsent(corp) ? await consentNeeded(ctx, corp.corpId) : null;
    if (asking?.kind === 'ask') {
      if ((await openApprovalOf(ctx.db, flow.corpId, flow.flowId)) !== null) throw refuseFor('FLOW_STATE');
      return ctx.act(async (tx) => {
        const stored = await commitFlow(tx, flow, { after: whole, events: [], news: [] }, ctx.now);
        await askForContract(tx, ctx, stored, 0);
        return { flowId: stored.flowId, flowStatus: stored.status };
      });
    }
    const begun = await beginDraft(ctx, whole, actorOf(ctx));
    const events = asking === null ? begun.events : [approvedByNobodyElse(ctx), ...begun.events];
    const change = { ...begun, events };
    return ctx.act(async (tx) => {
      const begun = await commitFlow(tx, flow, change, ctx.now);
      await chargeStart(tx, ctx, begun);
      return { flowId: begun.flowId, flowStatus: begun.status };
    });
  }),
);

async function plannedOn(
  ctx: MemberContext,
  flow: Flow,
  given: readonly DirectComponent[],
): Promise<readonly Component[]> {
  if (given.length === 0) return [];
  const ground = {
    parties: flow.participants.map((participant) => ({
      participantFlag: participant.participantFlag,
      participantType: participant.type === 'enterprise' ? (1 as const) : (0 as const),
      business: [
        ...(participant.fills ? (['1'] as const) : []),
        ...(participant.signs ? (['2'] as const) : []),
      ],
    })),
    files: flow.files.map((file) => ({
      stored: { corpId: flow.corpId, hash: file.baseHash },
      pages: file.pages,
    })),
    components: flow.components.map((component) => ({
      party: flow.participants.findIndex(({ participantId }) => participantId === component.participantId),
      file: flow.files.findIndex(({ fileId }) => fileId === component.fileId),
      row: {
        component_key: component.componentKey,
        component_type: component.componentType,
        attribute: component.attribute,
      },
    })),
  };
  const planned = await planDirectComponents(ctx, ground, given);
  return directComponents(ctx, { parties: flow.participants, files: flow.files }, planned);
}
