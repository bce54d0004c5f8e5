/** People and enterprises new to the service: how they become able to act in a contract that names them. */
import * as members from '@cinnabar/api/operations/members.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export {
  confirmRegistration,
  isRegistrationOpen,
  legalRepOfRegistration,
  nameInRegistration,
  type PreparedFounding,
  prepareConfirmation,
  registrationView,
  rejectRegistration,
  withoutSeal,
} from './decide-registration.js';
export { joinCorp } from './join-corp.js';
export { limitAttempts } from './limit-attempts.js';
export { type Part, partOfLink } from './part.js';
export { partyOf } from './party.js';
export { registerCorp } from './register-corp.js';
export { listWaitingRegistrations, type RegistrationId } from './registration-store.js';
export { verifyPerson } from './verify-person.js';

export const newcomerRoutes = routesOf(members, handlers);
