/** Seals: the area's public interface. */
import * as personalSeals from '@cinnabar/api/operations/personal-seals.js';
import * as seals from '@cinnabar/api/operations/seals.js';
import { type AnyRoute, routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';
import { sealDelete } from './seal-delete.js';
import type { IsSealNeeded } from './seal-need.js';

export { authorisationsNaming, placesAutomatically, withdrawAuthorisations } from './authorisation-store.js';
export {
  automaticPlacement,
  decideAutomaticPlacement,
  isAutomaticPlacementOpen,
  setAutoSign,
} from './automatic-placement.js';
export { moveSeal } from './move-seal.js';
export { myAutomaticSeals, stopMyAutomaticSeal } from './my-automatic-seals.js';
export { loadPersonalSeal, personalSealForSigning, personalSeals } from './personal-seal.js';
export type { SealMove } from './rules.js';
export { SEAL_PREVIEW } from './save-preview.js';
export { loadSealDrawing } from './seal-drawing.js';
export { sealAmong, sealForSigning } from './seal-for-signing.js';
export type { SealInUse } from './seal-need.js';
export {
  type AutomaticSeal,
  automaticSeal,
  examinersInForce,
  examinersToNotify,
  rightToUse,
  sealRightOf,
} from './seal-right-of.js';
export { sealPictureAddress } from './seal-view.js';
export {
  defaultSeal,
  findSeal,
  insertSeal,
  listSeals,
  type SealToPlace,
  type ShownSeal,
  sealsToPlace,
  stillUsable,
} from './store.js';
export { createTemplateSeal, faceOf, prepareTemplateSeal } from './template-seal.js';
export { SEAL_UPLOAD } from './upload-seal-file.js';
export { usableSeals } from './usable-seals.js';

export function sealRoutes(isSealNeeded: IsSealNeeded): readonly AnyRoute[] {
  return routesOf({ ...personalSeals, ...seals }, { ...handlers, sealDelete: sealDelete(isSealNeeded) });
}
