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
  /** In signing order. */
  parties: list(flowPageParty),
  files: list(flowPageFile),
  attachments: list(flowPageAttachment),
});
export type FlowPage = Infer<typeof flowPage>;
