import { AutoFill, PartyType } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractSend as operation } from '@cinnabar/api/operations/flows.js';
import type { DirectComponent } from '@cinnabar/api/schemas/component.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import { ownCorp } from '../../enterprise/index.js';
import { planDirectComponents } from '../../templates/index.js';
import { openApprovalOf } from '../approval/store/approvals.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { withPreparedFiles } from '../fill/prepare-files.js';
import { actorOf } from '../flow/actor.js';
import type { Component, Flow } from '../flow/flow.js';
import { changeOf } from '../flow/rules/decision.js';
import { seeFlow } from '../view/access.js';
import { askForContract, consentNeeded, needsConsent } from './ask-for-contract.js';
import { chargeStart } from './charge-start.js';
import { directComponents } from './direct-contents.js';
import { decideSending, decideWaiting, refusalToSend } from './rules/starting.js';

export function contractSend(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, input.flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    const added = await plannedOn(ctx, flow, input.components ?? []);
    const refusal = refusalToSend(flow, ctx.now);
    if (refusal !== null) throw refuseFor(refusal);
    const corp = await ownCorp(ctx);
    const asking = needsConsent(corp) ? await consentNeeded(ctx, corp.corpId) : null;
    if (asking?.kind === 'ask') {
      if ((await openApprovalOf(ctx.db, flow.corpId, flow.flowId)) !== null) throw refuseFor('FLOW_STATE');
      const waiting = changeOf(decideWaiting(flow, { added, now: ctx.now }));
      return ctx.act(async (tx) => {
        const stored = await commitFlow(tx, flow, waiting, ctx.now);
        await askForContract(tx, ctx, stored, AutoFill.byHand);
        return { flowId: stored.flowId, flowStatus: stored.status };
      });
    }
    const command = { actor: actorOf(ctx), added, now: ctx.now, selfApproved: asking !== null };
    const change = await withPreparedFiles(ctx, changeOf(decideSending(flow, command)));
    return ctx.act(async (tx) => {
      const begun = await commitFlow(tx, flow, change, ctx.now);
      await chargeStart(tx, ctx, begun);
      return { flowId: begun.flowId, flowStatus: begun.status };
    });
  });
}

async function plannedOn(
  ctx: MemberContext,
  flow: Flow,
  given: readonly DirectComponent[],
): Promise<readonly Component[]> {
  if (given.length === 0) return [];
  const ground = {
    parties: flow.participants.map((participant) => ({
      participantFlag: participant.participantFlag,
      participantType: participant.type === 'enterprise' ? PartyType.enterprise : PartyType.person,
      business: [
        ...(participant.fills ? (['1'] as const) : []),
        ...(participant.signs ? (['2'] as const) : []),
      ],
      draftSort: participant.draftSort,
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
        component_name: component.componentName,
        component_type: component.componentType,
        required: component.required ? (1 as const) : (0 as const),
        value: component.value,
        attribute: component.attribute,
      },
    })),
  };
  const planned = await planDirectComponents(ctx, ground, given);
  return directComponents(ctx, { parties: flow.participants, files: flow.files }, planned);
}
