/** Requests permitted by each scope of a link: see `links` of the operations. */
import type { LinkEnd, LinkKind, LinkScope } from '@cinnabar/api/links.js';
import type { AnyOperation } from '@cinnabar/api/operation.js';
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { LinkSubject } from '../../areas/links/index.js';

/** Fields against which a request is checked. */
export interface LinkFacts {
  readonly subject: LinkSubject;
  /** The person's own; null if no scope of the operation needs it. */
  readonly mobile: string | null;
  /** The open approvals that the person requested for the link's contract; empty if no scope needs them. */
  readonly requests: readonly ApprovalId[];
}

type Input = Readonly<Record<string, unknown>>;
type Guard = (input: Input, facts: LinkFacts) => boolean;

/** Codes are sent only to the person's own mobile, and only for the purposes that the act needs. */
const codeFor =
  (...smsTypes: readonly string[]): Guard =>
  (input, { mobile }) =>
    mobile !== null && input['mobile'] === mobile && smsTypes.some((smsType) => smsType === input['smsType']);

const guards: Readonly<Record<LinkScope, Guard>> = {
  any: () => true,
  /** A participant named in the request must be the link's. */
  ownFlow: (input, { subject }) =>
    input['flowId'] === subject.flowId && isAbsentOr(input['participantId'], subject.participantId),
  ownPart: (input, { subject }) => input['signerId'] === subject.participantId,
  ownApproval: (input, { subject }) => input['approvalId'] === subject.approvalId,
  ownRequest: (input, { requests }) => requests.some((approvalId) => approvalId === input['approvalId']),
  ownTemplate: (input, { subject }) =>
    subject.templateId === undefined || input['templateId'] === subject.templateId,
  everyTemplate: (_input, { subject }) => subject.templateId === undefined,
  // A signing password can be set only on a page that asks for it.
  codeToSign: codeFor('sign', 'signPwd'),
  codeToApprove: codeFor('approval', 'signPwd'),
  codeToSignOnly: codeFor('sign'),
  faceToSign: (input, { subject }) =>
    input['authType'] === 'signContract' && input['id'] === String(subject.flowId),
  faceToApprove: (input) => input['authType'] === 'approvalSign',
  // An application that issues an access link may also have set the member's signing password, so the password proves
  // nothing there; a code sent to the member's own mobile, or their face, does.
  withoutPassword: (input) => input['authType'] !== 'pwd',
};

function isAbsentOr(value: unknown, expected: unknown): boolean {
  return value === undefined || value === expected;
}

/** Whether a session of such a link may make this request. */
export function permits(
  kind: LinkKind,
  { links, path }: Pick<AnyOperation, 'links' | 'path'>,
  input: unknown,
  facts: LinkFacts,
): boolean {
  const scope = links[kind];
  if (scope === undefined) return false;
  const isList = path === '/signTask/batchApprovalSign' && Array.isArray(input) && input.length > 0;
  const parts: readonly unknown[] = isList ? input : [input];
  return parts.every((part) => isRecord(part) && guards[scope](part, facts));
}

/** The state of a link's subject. */
export interface DutyState {
  /** The duty is open, and held by the link's person. */
  readonly open: boolean;
  /** The duty is done; a later payment is due or has been made. */
  readonly payment: 'due' | 'paid' | 'none';
}

/** Whether an operation is permitted for a link in its present state. */
export function isOpenTo(until: LinkEnd, { open, payment }: DutyState): boolean {
  switch (until) {
    case 'done':
      return open;
    case 'paid':
      return open || payment === 'due';
    case 'afterPayment':
      return open || payment !== 'none';
    case 'withdrawn':
      return true;
  }
}

function isRecord(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
