/** What faces are checked for: the operations that begin a check, and what comes of one. */
import type { AnyRoute } from '../../operation/handler.js';
import { faceAuth } from './face-auth.js';
import { fetchAuth } from './fetch-auth.js';

export { finishFaceCheck } from './finish-face-check.js';

export const faceAuthRoutes: readonly AnyRoute[] = [fetchAuth, faceAuth];
