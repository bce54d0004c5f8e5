/** Links that let one person do one thing on pages of their own: the area's public interface. */
export {
  closePad,
  findPad,
  handInPicture,
  openPad,
  padOfSession,
  removeOldPads,
} from './handwriting-pads.js';
export { issueLink, type LinkRequest } from './issue-link.js';
export type { Link, LinkId, LinkKind, LinkSubject } from './link.js';
export {
  endPersonSession,
  findPersonSession,
  insertPersonSession,
  type PersonSession,
  removeOldPersonSessions,
  unlockPersonSession,
} from './person-sessions.js';
export { canBeEntered, kindRules, SESSION_LIFE_MS } from './rules.js';
export {
  endAccessByMobile,
  endLinksOfMember,
  findLink,
  findLinkById,
  findSessionLink,
  insertSession,
  lockLink,
  removeOldLinks,
} from './store.js';
