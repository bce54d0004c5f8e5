import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { memberDuties as operation } from '@cinnabar/api/operations/members.js';
import { dutiesListed } from '@cinnabar/api/schemas/hand-over.js';
import type { MemberContext } from '../../operation/context.js';
import { dutyParts, initiatedBy, openSealApprovals } from '../flows/index.js';
import { heldAuthorisations } from '../seals/index.js';
import { draftsOf, templatesNaming } from '../templates/index.js';
import { flowDuties, sealDuties, templateDuties } from './duty-views.js';
import { requireManageable } from './require-manageable.js';

export async function memberDuties(
  ctx: MemberContext,
  { userId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  await requireManageable(ctx, userId);
  const { db, corpId, now } = ctx;
  const whose = { corpId, userId, now, limit: dutiesListed };
  const [flow, personal, initiated, approval, seal, template, fixed, waiting] = await Promise.all([
    dutyParts(db, whose, 'enterprise'),
    dutyParts(db, whose, 'person'),
    initiatedBy(db, whose),
    heldAuthorisations(db, whose, 'examiner'),
    heldAuthorisations(db, whose, 'user'),
    draftsOf(db, whose),
    templatesNaming(db, whose),
    openSealApprovals(db, corpId, userId, now),
  ]);
  return {
    duties: [
      ...flowDuties('flow', flow.items),
      ...flowDuties('initiated', initiated.items),
      ...sealDuties('approval', approval.items, waiting),
      ...templateDuties('template', template.items),
      ...flowDuties('personal', personal.items),
      ...sealDuties('seal', seal.items, []),
      ...templateDuties('fixed', fixed.items),
    ],
    counts: {
      flow: flow.totalCount,
      initiated: initiated.totalCount,
      approval: approval.totalCount,
      template: template.totalCount,
      personal: personal.totalCount,
      seal: seal.totalCount,
      fixed: fixed.totalCount,
    },
  };
}
