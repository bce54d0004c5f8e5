/** Text messages: codes that prove a mobile, and notices. The area's public interface. */
export { type CodeBinding, subjectsOf, visitorAsker } from './code-binding.js';
export { type DataAct, requireCodeForData, sendCodeForData } from './code-for-data.js';
export {
  type MobileChangeCodes,
  requireMobileChangeCodes,
  sendMobileChangeCode,
} from './code-to-change-mobile.js';
export { requireCodeToJoin } from './code-to-join.js';
export { requireCodeToOpen, sendCodeToOpen } from './code-to-open.js';
export {
  approvalUse,
  autoSignUse,
  contractLinkUse,
  enterpriseLinkUse,
  freshProofUse,
  joinUse,
  loginUse,
  mineUse,
  type NamedApproval,
  type NamedContract,
  registrationUse,
  signingForUse,
  signingUse,
  signPasswordUse,
} from './code-uses.js';
export { type NamedSmsProvider, receiveReport, tidyMessages } from './delivery.js';
export { forMessage } from './for-message.js';
export { removeOldMessages } from './message-store.js';
export {
  type ParametersOf,
  placeholdersOf,
  type SmsTemplate,
  smsTemplates,
  templateText,
} from './messages.js';
export { sendNotice, smsJobs } from './notice.js';
export { RecordedSms } from './recorded-sms.js';
export { type CodeRequest, deliverCode, prepareCode, sendCode } from './send-code.js';
export { removeOldCodes } from './store.js';
export { trialMessage } from './trial-message.js';
export {
  type CodeVerdict,
  checkCode,
  type GivenCode,
  proveByCode,
  provenByCode,
  requireCode,
} from './verification-code.js';
