/** What faces are checked for: the operations that begin a check, and the outcome of one. */
import type { AnyRoute } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { finishFaceCheck } from './finish-face-check.js';

export const faceAuthRoutes: readonly AnyRoute[] = Object.values(handlers);
