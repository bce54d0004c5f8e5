/** Data shared by all pages about one contract. Lengths are px at 96 dpi. */
import { boolean, type Infer, id, int32, list, nullable, number, object, oneOf } from '../schema.js';
import { anyText, flowStatus } from './page-fields.js';

/** A party; parties are listed in signing order. */
export const flowPageParty = object({
  participantId: id<'Participant'>(),
  /** Name of the enterprise or person. */
  name: anyText(),
  /** Name of the person acting for an enterprise; empty for a person. */
  personName: anyText(),
  signs: boolean(),
  fills: boolean(),
  filled: boolean(),
  /** 1 filling, 2 signing, 3 signed, 4 awaiting approval, 5 refused. */
  signStatus: oneOf(1, 2, 3, 4, 5),
  signTime: nullable(anyText()),
  isMe: boolean(),
  isTurn: boolean(),
});
export type FlowPageParty = Infer<typeof flowPageParty>;

export const flowPageFile = object({
  fileId: id<'File'>(),
  fileName: anyText(),
  pages: list(object({ width: number(), height: number() })),
  /** Identifies the content in the URLs of page pictures. */
  version: anyText(),
  /** Signed download link to the current PDF. */
  downloadUrl: anyText(),
});
export type FlowPageFile = Infer<typeof flowPageFile>;

export const flowPageAttachment = object({ fileName: anyText(), url: anyText() });
export type FlowPageAttachment = Infer<typeof flowPageAttachment>;

/** Who ended a flow without completing it, and when. */
export const flowPageEnding = object({
  time: anyText(),
  /** The person who revoked or refused; null if the deadline passed. */
  personName: nullable(anyText()),
  /** The enterprise for which they did; null for a person, and if the deadline passed. */
  corpName: nullable(anyText()),
});
export type FlowPageEnding = Infer<typeof flowPageEnding>;

/** The approval that the viewer's act or draft waits for. */
export const flowPageApproval = object({
  approvalId: id<'Approval'>(),
  sealName: nullable(anyText()),
  /** Names of the approvers. */
  approvers: list(anyText()),
  createTime: anyText(),
  expireTime: anyText(),
  /** Whether the viewer requested it, and so may withdraw it. */
  isOwn: boolean(),
});
export type FlowPageApproval = Infer<typeof flowPageApproval>;

export const flowPage = object({
  flowId: id<'Flow'>(),
  title: anyText(),
  status: flowStatus(),
  revision: int32(),
  /** Name of the initiator. */
  corpName: anyText(),
  initiatorName: anyText(),
  deadline: nullable(anyText()),
  /** Why the flow ended, if a reason was given. */
  endReason: nullable(anyText()),
  /** null while the flow is in progress, and once it is completed. */
  ending: nullable(flowPageEnding),
  /** In signing order. */
  parties: list(flowPageParty),
  files: list(flowPageFile),
  attachments: list(flowPageAttachment),
});
export type FlowPage = Infer<typeof flowPage>;
