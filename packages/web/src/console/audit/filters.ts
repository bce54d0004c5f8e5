import {
  type AuditedKind,
  type AuditSource,
  auditedKinds,
  auditSources,
} from '@cinnabar/api/audited-acts.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import type { auditExport } from '@cinnabar/api/operations/audit.js';
import type { PageState } from '@cinnabar/api/pages/addresses.js';
import type { Sent } from '../../api/wire.js';

/** The filters that the address has. */
export type Filters = PageState<'consoleAudit'>;

export const noFilters: Filters = {
  person: undefined,
  act: undefined,
  kind: undefined,
  object: undefined,
  source: undefined,
  request: undefined,
  from: undefined,
  to: undefined,
  page: undefined,
};

export function kindIn(text: string | undefined): AuditedKind | undefined {
  return auditedKinds.find((each) => each === text);
}

export function sourceIn(text: string | undefined): AuditSource | undefined {
  return auditSources.find((each) => each === text);
}

export function isReversed({ from, to }: Filters): boolean {
  return from !== undefined && to !== undefined && from > to;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What the address filters by; anything that it cannot mean is left out. */
export function filtersSent(filters: Filters): Sent<InputOf<typeof auditExport>> {
  const { person, act, object, request, from, to } = filters;
  const [kind, source] = [kindIn(filters.kind), sourceIn(filters.source)];
  const day = (text: string | undefined) => (text !== undefined && DAY.test(text) ? text : undefined);
  const [begin, end] = isReversed(filters) ? [undefined, undefined] : [day(from), day(to)];
  return {
    ...(person === undefined ? {} : { userId: person }),
    ...(act === undefined ? {} : { act }),
    ...(kind === undefined ? {} : { objectKind: kind }),
    ...(kind === undefined || object === undefined ? {} : { objectId: object }),
    ...(source === undefined ? {} : { source }),
    ...(request === undefined ? {} : { requestId: request }),
    ...(begin === undefined ? {} : { beginTime: begin }),
    ...(end === undefined ? {} : { endTime: end }),
  };
}
