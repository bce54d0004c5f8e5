/**
 * What a session may call that a link has opened: for each kind of link the operations, and which requests of them.
 * Everything that is not listed is refused, whatever rights its person has elsewhere.
 */
import type { LinkKind, LinkSubject } from '../../areas/links/index.js';

/** What a request is held against. */
export interface LinkFacts {
  readonly subject: LinkSubject;
  /** The person's own. */
  readonly mobile: string;
}

type Input = Readonly<Record<string, unknown>>;
type Guard = (input: Input, facts: LinkFacts) => boolean;
type Operations = Readonly<Record<string, Guard>>;

const always: Guard = () => true;

/** Only the link's own flow, and where a participant is named, only the link's. */
const ofFlow: Guard = (input, { subject }) =>
  input['flowId'] === subject.flowId && isAbsentOr(input['participantId'], subject.participantId);

const ofParticipant: Guard = (input, { subject }) => input['signerId'] === subject.participantId;

const faceForFlow: Guard = (input, { subject }) =>
  input['authType'] === 'signContract' && input['id'] === String(subject.flowId);

const ofApproval: Guard = (input, { subject }) => input['approvalId'] === subject.approvalId;

const faceForApproval: Guard = (input) => input['authType'] === 'approvalSign';

/** Codes go to the person's own mobile, and only those that the act needs. */
const codeFor =
  (...smsTypes: readonly string[]): Guard =>
  (input, { mobile }) =>
    input['mobile'] === mobile && smsTypes.some((smsType) => smsType === input['smsType']);

/** The template that the link names; one that names none is for all of the enterprise's. */
const ofTemplate: Guard = (input, { subject }) =>
  subject.templateId === undefined || input['templateId'] === subject.templateId;

const withoutTemplate: Guard = (_input, { subject }) => subject.templateId === undefined;

function isAbsentOr(value: unknown, expected: unknown): boolean {
  return value === undefined || value === expected;
}

const lookAtFlow: Operations = {
  '/signTask/contract/info': ofFlow,
  '/signTask/contract/taskInfo': ofFlow,
  '/signTask/contract/download': ofFlow,
  '/signTask/fillComponentList': ofFlow,
  '/signTask/signComponentList': ofFlow,
};

/** Of a part of their own nobody but the person does either. */
const refuseAndAttach: Operations = {
  '/signTask/contract/refuse': ofFlow,
  '/template/uploadAttachmentFile': always,
  '/signTask/contract/addAttachment': ofFlow,
};

const lookAtTemplates: Operations = {
  '/template/list': withoutTemplate,
  '/template/info': ofTemplate,
  '/template/componentInfoList': ofTemplate,
};

export const allowedOperations: Readonly<Record<LinkKind, Operations>> = {
  fill: {
    ...lookAtFlow,
    '/signTask/fillSignForm': ofFlow,
    ...refuseAndAttach,
  },
  sign: {
    ...lookAtFlow,
    ...refuseAndAttach,
    // A signing password is set on the page on which it is asked for.
    '/sms/sendSmsVerifyCode': codeFor('sign', 'signPwd'),
    '/fetchAuth/faceAuth': faceForFlow,
    '/signTask/signContract': ofFlow,
    // The person's own, which they may write on the page on which they sign.
    '/seal/personal/list': always,
    '/seal/personal/createByHandwriting': always,
    '/seal/personal/createByUpload': always,
    '/seal/personal/setDefault': always,
    '/seal/personal/delete': always,
    '/signTask/reversePayContractFee': ofFlow,
    '/pay/payChannel/queryChannelList': ofFlow,
    '/pay/payChannel/getPayOpenId': always,
    '/pay/payOrder/add': ofParticipant,
    // Which orders those are the operations know: by such a link they show those of its own part alone.
    '/pay/payOrder/query': always,
    '/pay/payOrder/cancel': always,
  },
  copy: lookAtFlow,
  draft: {
    ...lookAtFlow,
    '/signTask/contract/send': ofFlow,
    '/signTask/contract/cancel': ofFlow,
    '/signTask/contract/del': ofFlow,
  },
  approval: {
    ...lookAtFlow,
    '/signTask/getApprovalInfo': ofApproval,
    '/sms/sendSmsVerifyCode': codeFor('approval', 'signPwd'),
    '/fetchAuth/faceAuth': faceForApproval,
    '/signTask/approvalSign': ofApproval,
    // Whatever waits for the person's own consent in that enterprise: the operation knows what that is.
    '/signTask/batchApprovalSign': always,
  },
  personalAuth: { '/member/memberAuth': always, '/member/fetchAuth': always },
  invitation: {},
  /** A member looks, fills and starts; whatever they sign takes an intent of their own. */
  access: {
    ...lookAtTemplates,
    '/corp/baseInfo': always,
    '/member/infoByCorpId': always,
    '/member/infoByMobileOrName': always,
    '/seal/getSealListByPage': always,
    '/seal/getSealInfo': always,
    '/template/uploadContractFile': always,
    '/template/uploadAttachmentFile': always,
    '/signTask/contract/list': always,
    '/signTask/myContract/listCount': always,
    '/signTask/contract/info': always,
    '/signTask/contract/taskInfo': always,
    '/signTask/contract/download': always,
    '/signTask/fillComponentList': always,
    '/signTask/signComponentList': always,
    '/signTask/signFlowContractFile/list': always,
    '/signTask/signFlowContractFile/info': always,
    '/signTask/signFlowContractFile/componentInfoList': always,
    '/signTask/startSignFlow': always,
    '/signTask/directSignFlow': always,
    '/signTask/directComponentSignFlow': always,
    '/signTask/fillSignForm': always,
    '/sms/sendSmsVerifyCode': codeFor('sign'),
    '/signTask/signWish': ownProof,
    '/signTask/signContract': ownProof,
  },
  /** What these are for has endpoints of its own. */
  autoSign: {},
  registration: {},
  seals: {
    '/seal/createSealByTemplate': always,
    '/seal/createSealByImage': always,
    '/seal/uploadSealFile': always,
    '/seal/corpPreView': always,
    '/seal/uploadSealFilePreView': always,
    '/seal/getSealListByPage': always,
    '/seal/getSealInfo': always,
    '/seal/addSealAuthor': always,
    '/seal/cancelSealAuthor': always,
    '/seal/getSealAuthorList': always,
    '/seal/modify': always,
    '/seal/delete': always,
    '/seal/updDefault': always,
    // Whom a seal is given to, and for which templates.
    '/member/infoByMobileOrName': always,
    '/template/list': always,
  },
  templates: {
    ...lookAtTemplates,
    '/template/uploadContractFile': always,
    '/template/uploadAttachmentFile': always,
    '/template/addTemplate': withoutTemplate,
    '/template/copy': withoutTemplate,
    '/template/delete': withoutTemplate,
    '/template/modifyTemplate': ofTemplate,
    '/template/addComponent': ofTemplate,
    '/template/modifyComponent': ofTemplate,
    '/template/updateStatus': ofTemplate,
    '/member/infoByMobileOrName': always,
  },
};

const look = ['/pay/payOrder/query'] as const;
const payment: Readonly<Record<'due' | 'paid' | 'none', readonly string[]>> = {
  due: [
    ...look,
    '/pay/payChannel/queryChannelList',
    '/pay/payChannel/getPayOpenId',
    '/pay/payOrder/add',
    '/pay/payOrder/cancel',
  ],
  // The page that waits for the money hears that it has come.
  paid: look,
  none: [],
};

/** Whether an operation is still open to a link that was for signing, once its person has signed. */
export function permitsAfterSigning(kind: LinkKind, path: string, standing: keyof typeof payment): boolean {
  return kind === 'sign' && payment[standing].includes(path);
}

/**
 * Who hands out an access link may also have set the member's signing password, so that there it proves nothing; a
 * code on the member's own mobile, or their face, does.
 */
function ownProof(input: Input): boolean {
  return input['authType'] !== 'pwd';
}

/** Whether a session of such a link may make this request. */
export function permits(kind: LinkKind, path: string, input: unknown, facts: LinkFacts): boolean {
  const operations = allowedOperations[kind];
  const guard = Object.hasOwn(operations, path) ? operations[path] : undefined;
  if (guard === undefined) return false;
  const isList = path === '/signTask/batchApprovalSign' && Array.isArray(input) && input.length > 0;
  const parts: readonly unknown[] = isList ? input : [input];
  return parts.every((part) => isRecord(part) && guard(part, facts));
}

function isRecord(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
