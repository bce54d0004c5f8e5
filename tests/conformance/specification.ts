/**
 * The operations as specified (parts 2 and 4): paths, codes, request and response fields, typed by hand. Nothing here
 * comes from packages/api, which is tested against it. Fields that the specification does not show are those of the
 * decisions.
 */
import { applicationOperations } from './specification/applications.js';
import { approvalOperations } from './specification/approvals.js';
import { auditOperations } from './specification/audit.js';
import { certificateOperations } from './specification/certificates.js';
import { enterpriseOperations } from './specification/enterprise.js';
import { flowOperations } from './specification/flows.js';
import type { SpecifiedOperation } from './specification/notation.js';
import { payChannelOperations } from './specification/pay-channels.js';
import { paymentOperations } from './specification/payments.js';
import { templateDraftOperations } from './specification/template-drafts.js';
import { templateOperations } from './specification/templates.js';
import { webhookOperations } from './specification/webhooks.js';
import { workspaceOperations } from './specification/workspace.js';

export const specification: readonly SpecifiedOperation[] = [
  ...enterpriseOperations,
  ...certificateOperations,
  ...paymentOperations,
  ...payChannelOperations,
  ...templateOperations,
  ...templateDraftOperations,
  ...flowOperations,
  ...approvalOperations,
  ...webhookOperations,
  ...workspaceOperations,
  ...applicationOperations,
  ...auditOperations,
];

/** The specification of one operation. */
export function specified(path: string) {
  const found = specification.find(([each]) => each === path);
  if (found === undefined) throw new Error(`${path} is not specified`);
  const [, code, request, data, paged] = found;
  return { code, request, data, isPaged: paged === 'paged' };
}
