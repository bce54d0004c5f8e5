/** Purposes of face checks: the operations that begin a check, and the handling of its result. */
import * as members from '@cinnabar/api/operations/members.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { finishFaceCheck } from './finish-face-check.js';

export const faceAuthRoutes = routesOf(members, handlers);
