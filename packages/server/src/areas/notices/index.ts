/** Notices to people, by text message and by mail. The area's public interface. */
export type { NoticeKind, Said } from './facts.js';
export { type GivenMail, saveGivenMail } from './mail-address.js';
export { type Notice, type NoticeServices, notify } from './notify.js';
export { mailJobs } from './send-mail.js';
export {
  addressesOfMembers,
  addressesOfPerson,
  removeAddress,
  removeOldMails,
  saveLanguage,
} from './store.js';
