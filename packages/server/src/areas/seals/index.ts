/** Seals: the area's public interface. */
import * as personalSeals from '@cinnabar/api/operations/personal-seals.js';
import * as sealAuthors from '@cinnabar/api/operations/seal-authors.js';
import * as seals from '@cinnabar/api/operations/seals.js';
import { type AnyRoute, routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';
import { sealDelete } from './seal-delete.js';
import type { IsSealNeeded } from './seal-need.js';
import { type CountAwaitingSeal, sealUpdateStatus } from './seal-update-status.js';

export { authorisationsNaming, placesAutomatically, withdrawAuthorisations } from './authorisation-store.js';
export {
  automaticPlacement,
  decideAutomaticPlacement,
  isAutomaticPlacementOpen,
  setAutoSign,
} from './automatic-placement.js';
export {
  type ElectronicSealOfAct,
  enterpriseElectronicSeal,
  personElectronicSeal,
} from './electronic-seal.js';
export { endingAuthorisations } from './ending-authorisations.js';
export { handOverExamining } from './hand-over-examining.js';
export { type HeldAuthorisation, heldAuthorisations } from './held-authorisations.js';
export { moveSeal, type SealDecision } from './move-seal.js';
export { myAutomaticSeals, stopMyAutomaticSeal } from './my-automatic-seals.js';
export { loadPersonalSeal, personalSealForSigning, personalSeals } from './personal-seal.js';
export { decidedSeals, sealsToReview } from './review-store.js';
export { mayUseSeal, type SealMove } from './rules.js';
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
export { type NewSealUse, recordFailedUse, recordRejectedUses, sealUseRows } from './use-store.js';

/** What the flows area knows about seals. */
export interface SealsInFlows {
  readonly isNeeded: IsSealNeeded;
  readonly countAwaiting: CountAwaitingSeal;
}

export function sealRoutes({ isNeeded, countAwaiting }: SealsInFlows): readonly AnyRoute[] {
  const injected = {
    sealDelete: sealDelete(isNeeded),
    sealUpdateStatus: sealUpdateStatus(countAwaiting),
  };
  return routesOf({ ...personalSeals, ...seals, ...sealAuthors }, { ...handlers, ...injected });
}
