/** Common data of all pages about one contract. Lengths in px at 96 dpi; date-times as in all answers. */
import { boolean, type Infer, id, int32, list, nullable, number, object, oneOf } from '../schema.js';
import { anyText, flowStatus } from './page-fields.js';

/** One party, in the order in which they act. */
export const flowPageParty = object({
  participantId: id<'Participant'>(),
  /** The enterprise, or the person. */
  name: anyText(),
  /** Who acts for an enterprise; "" for a person. */
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
  /** Name of the contents, for addresses of pictures. */
  version: anyText(),
  /** Signed link to the PDF as it is now, to be saved. */
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
  /** Who initiated it. */
  corpName: anyText(),
  initiatorName: anyText(),
  deadline: nullable(anyText()),
  /** Why it ended, where somebody said so. */
  endReason: nullable(anyText()),
  /** In the order in which they act. */
  parties: list(flowPageParty),
  files: list(flowPageFile),
  attachments: list(flowPageAttachment),
});
export type FlowPage = Infer<typeof flowPage>;
