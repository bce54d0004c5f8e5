/** The operations of the interface that a session of the console may call: all but a few. */
import type { Operation } from './operation.js';
import * as approvals from './operations/approvals.js';
import * as credentials from './operations/credentials.js';
import * as flowSign from './operations/flow-sign.js';
import * as members from './operations/members.js';
import * as sms from './operations/sms.js';
import { registry } from './registry.js';

/** Why an operation is left out. */
const reasons = {
  program: { zh: '供程序使用', en: 'is for programs' },
  others: {
    zh: '以他人身份办理，由企业的应用负责',
    en: 'acts for another person, which is the responsibility of the enterprise’s applications',
  },
  ownPage: {
    zh: '在本人的签署页或审批页上办理，以所见内容为准',
    en: 'takes place on the person’s own page, which binds the act to what it shows',
  },
} as const;

export const notInConsole: ReadonlyMap<Operation, { readonly zh: string; readonly en: string }> = new Map<
  Operation,
  (typeof reasons)[keyof typeof reasons]
>([
  [credentials.getAccessToken, reasons.program],
  [members.memberAuth, reasons.others],
  [members.accessAuth, reasons.others],
  [flowSign.signContract, reasons.ownPage],
  [flowSign.signWish, reasons.ownPage],
  [members.faceAuth, reasons.ownPage],
  [sms.sendSmsVerifyCode, reasons.ownPage],
  [approvals.approvalSign, reasons.ownPage],
  [approvals.batchApprovalSign, reasons.ownPage],
  [approvals.approvalSignAuth, reasons.ownPage],
]);

export const consoleOperations: readonly Operation[] = registry.filter(
  (operation) => !notInConsole.has(operation),
);
