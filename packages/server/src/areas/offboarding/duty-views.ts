/** Duties as they are listed: pure. */
import type { Duty, ListedKind } from '@cinnabar/api/schemas/hand-over.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { FoundDuties } from '../flows/index.js';
import type { HeldAuthorisation } from '../seals/index.js';
import type { TemplateDuty } from '../templates/index.js';

const alone = { only: false, waiting: 0 } as const;

export function flowDuties(kind: ListedKind, items: FoundDuties['items']): readonly Duty[] {
  return items.map(({ id, title, flowCode, createTime }) => ({
    ...alone,
    kind,
    id: String(id),
    name: title,
    code: flowCode,
    time: createTime,
  }));
}

/** @param approvals open ones that the member has been asked for */
export function sealDuties(
  kind: ListedKind,
  items: readonly HeldAuthorisation[],
  approvals: readonly { readonly sealIds: readonly SealId[] }[],
): readonly Duty[] {
  return items.map(({ authorisationId, sealId, sealName, effectiveTime, only }) => ({
    kind,
    id: String(authorisationId),
    name: sealName,
    code: null,
    time: effectiveTime,
    only,
    waiting: approvals.filter(({ sealIds }) => sealIds.includes(sealId)).length,
  }));
}

export function templateDuties(kind: ListedKind, items: readonly TemplateDuty[]): readonly Duty[] {
  return items.map(({ id, name, time }) => ({ ...alone, kind, id, name, code: null, time }));
}
