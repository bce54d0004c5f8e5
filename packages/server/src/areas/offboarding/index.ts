/** Departure of members: ends a membership and everything to which it gave access. */
import * as members from '@cinnabar/api/operations/members.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { endMembership } from './end-membership.js';

export const offboardingRoutes = routesOf(members, handlers);
