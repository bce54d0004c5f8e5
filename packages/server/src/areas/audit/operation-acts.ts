/** Operations that administer an enterprise, and what the audit keeps of a request. Everything else is left out. */

import type { AuditedActName, AuditedKind } from '@cinnabar/api/audited-acts.js';
import type { AnyOperation } from '@cinnabar/api/operation.js';
import type { Right } from '@cinnabar/api/permissions.js';

export interface OperationAct {
  readonly act: AuditedActName;
  /** The object, by the name of its id in the answer or else in the request; null: the enterprise itself. */
  readonly object: { readonly kind: AuditedKind; readonly id: string } | null;
  /** Fields of the request that are kept. */
  readonly facts?: readonly string[];
  /** Names and other personal data, which can be erased later. */
  readonly texts?: readonly string[];
}

const administrative: readonly Right[] = [
  'manageApplications',
  'manageEnterprise',
  'manageMembers',
  'managePayments',
  'manageRoles',
  'manageSeals',
  'manageTemplates',
  'manageWebhooks',
];

/** Whether an operation administers an enterprise: it changes what others rely on, by a right. */
export function isAdministrative({ writes, right }: AnyOperation): boolean {
  return writes && right !== null && administrative.includes(right);
}

const member = { kind: 'member', id: 'userId' } as const;
const seal = { kind: 'seal', id: 'sealId' } as const;
const authorisation = { kind: 'sealAuthorisation', id: 'id' } as const;
const template = { kind: 'template', id: 'templateId' } as const;
const webhook = { kind: 'webhook', id: 'webhookId' } as const;

/** By path. */
export const operationActs: ReadonlyMap<string, OperationAct> = new Map<string, OperationAct>([
  [
    '/member/create',
    { act: 'member.create', object: member, facts: ['jobNum'], texts: ['userName', 'mobile'] },
  ],
  ['/member/delete', { act: 'member.delete', object: member }],
  ['/member/accessAuth', { act: 'member.accessLink', object: member }],
  ['/member/acceptJoin', { act: 'member.acceptJoin', object: member, facts: ['accept'] }],
  [
    '/seal/createSealByTemplate',
    { act: 'seal.create', object: seal, facts: ['categoryType', 'sealStyle'], texts: ['sealName'] },
  ],
  [
    '/seal/createSealByImage',
    { act: 'seal.create', object: seal, facts: ['categoryType', 'sealStyle'], texts: ['sealName'] },
  ],
  ['/seal/modify', { act: 'seal.modify', object: seal, texts: ['sealName'] }],
  ['/seal/delete', { act: 'seal.delete', object: seal }],
  ['/seal/updDefault', { act: 'seal.makeDefault', object: seal }],
  [
    '/seal/addSealAuthor',
    {
      act: 'sealAuthor.add',
      object: seal,
      facts: ['userIdList', 'authorRole', 'authorRange', 'autoSign', 'effectiveTime', 'expireTime'],
    },
  ],
  ['/seal/cancelSealAuthor', { act: 'sealAuthor.cancel', object: authorisation }],
  ['/template/addTemplate', { act: 'template.create', object: template, texts: ['templateName'] }],
  ['/template/modifyTemplate', { act: 'template.modify', object: template, texts: ['templateName'] }],
  ['/template/addComponent', { act: 'template.controls', object: template }],
  ['/template/modifyComponent', { act: 'template.controls', object: template }],
  ['/template/updateStatus', { act: 'template.status', object: template, facts: ['templateStatus'] }],
  ['/template/publish', { act: 'template.publish', object: template, texts: ['templateName', 'note'] }],
  ['/template/delete', { act: 'template.delete', object: template }],
  ['/template/copy', { act: 'template.create', object: template, texts: ['templateName'] }],
  ['/template/addSample', { act: 'template.create', object: template, texts: ['templateName'] }],
  ['/webhook/add', { act: 'webhook.create', object: webhook, facts: ['url', 'eventTypes'] }],
  ['/webhook/modify', { act: 'webhook.modify', object: webhook, facts: ['url', 'eventTypes', 'enabled'] }],
  ['/webhook/delete', { act: 'webhook.delete', object: webhook }],
  ['/webhook/rotateSecret', { act: 'webhook.rotateSecret', object: webhook, facts: ['overlapHours'] }],
]);

/** Administrative operations that record their act themselves, with the state before it. */
export const selfRecorded: readonly string[] = [
  '/corp/setSettings',
  '/corp/requestCertificate',
  '/corp/importCertificate',
  '/application/create',
  '/application/modify',
  '/application/rotateSecret',
  '/application/updateStatus',
  '/member/handOver',
  '/member/modify',
  '/member/endSessions',
  '/member/setRoles',
  '/seal/modifySealAuthor',
  '/seal/updateStatus',
  '/pay/payChannel/add',
  '/pay/payChannel/modify',
  '/pay/payOrder/refund',
];

/** Administrative operations that change nothing on which others rely. */
export const unrecorded: ReadonlyMap<string, string> = new Map([
  ['/seal/uploadSealFile', 'a file that nothing uses yet'],
  ['/seal/corpPreView', 'a picture that nothing uses yet'],
  ['/seal/uploadSealFilePreView', 'a picture that nothing uses yet'],
  ['/seal/getSealAuthorUrl', 'a link of the acting member to a page, on which the act itself is recorded'],
  ['/template/getTemplateUrl', 'a link of the acting member to a page, on which the act itself is recorded'],
  ['/template/draft', 'a draft, from which nothing has been made yet'],
  ['/template/keepDraft', 'a draft, from which nothing has been made yet'],
  ['/template/deleteDraft', 'a draft, from which nothing has been made yet'],
  ['/template/importFile', 'a draft, from which nothing has been made yet'],
  ['/webhook/resend', 'a delivery, which the list of deliveries shows'],
  ['/webhook/test', 'a delivery, which the list of deliveries shows'],
]);
