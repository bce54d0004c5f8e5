/** The handlers of the area's operations; a new one is one line. */
export { accessAuth } from './access-auth.js';
export { getPersonalAuthUrl } from './get-personal-auth-url.js';
export { infoByCorpId } from './info-by-corp-id.js';
export { infoByMobileOrName } from './info-by-mobile-or-name.js';
export { memberAuth } from './member-auth.js';
export { memberCreate } from './member-create.js';
export { memberList } from './member-list.js';
export { memberModify } from './member-modify.js';
export { memberSetRoles } from './member-set-roles.js';
