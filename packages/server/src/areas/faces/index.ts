/** Face checks and the proofs that they yield: the area's public interface. */
export { beginFaceCheck, type FaceCheck, facePage } from './begin-face-check.js';
export type { CoveredAct, FaceOrder, FacePurpose, OwnFacePurpose } from './face-order.js';
export { type FaceParameters, parametersOf } from './result-parameters.js';
export { FACE_LIFE_MS, OWN_FACE_LIFE_MS, stateOf, withParameters } from './rules.js';
export {
  findOrder,
  findOwnCheck,
  finishOrder,
  insertOrder,
  insertOwnCheck,
  lockOrder,
  removeOldOrders,
} from './store.js';
export { useFaceResult } from './use-face-result.js';
