export { Cinnabar } from './cinnabar.js';
export type { Download } from './download.js';
export {
  type CinnabarError,
  type FieldProblem,
  isCinnabarError,
  NotUnderstood,
  Refused,
  StillRunning,
  TimedOut,
  Unreachable,
} from './failures.js';
export type { FileToSend } from './file-to-send.js';
export type * from './generated/calls.js';
export type { ErrorCode, ErrorReason } from './generated/codes.js';
export * from './generated/enums.js';
export type * from './generated/events.js';
export type * from './generated/types.js';
export type { AnswerNote, CallOptions, ClientOptions, Defaults } from './options.js';
export type { Listing, Page } from './paging.js';
export type { Input, OperationPath, Output } from './typed-calls.js';
export {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookOptions,
  WebhookRejected,
} from './verify-webhook.js';
