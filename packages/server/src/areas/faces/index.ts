/** Face checks and the proofs that they yield: the area's public interface. */
export type { CoveredAct, FaceOrder, FacePurpose, OwnFacePurpose } from './face-order.js';
export { limitOwnChecks } from './limit-own-checks.js';
export { type FaceCheck, facePage, prepareFaceCheck } from './prepare-face-check.js';
export { requireOpen } from './require-open.js';
export { type FaceParameters, parametersOf } from './result-parameters.js';
export { FACE_LIFE_MS, OWN_FACE_LIFE_MS, stateOf, withParameters } from './rules.js';
export { openSubject } from './sealed-subject.js';
export { startFaceCheck } from './start-face-check.js';
export {
  findOrder,
  findOwnCheck,
  finishOrder,
  insertOrder,
  insertOwnCheck,
  lockOrder,
  removeEndedSubjects,
  removeOldOrders,
  startOrder,
} from './store.js';
export { type ProvenByFace, useFaceResult } from './use-face-result.js';
