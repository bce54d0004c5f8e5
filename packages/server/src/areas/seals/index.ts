/** What other areas may use of seals. */
import type { AnyRoute } from '../../operation/handler.js';
import { addSealAuthor } from './add-seal-author.js';
import { cancelSealAuthor } from './cancel-seal-author.js';
import { corpPreView } from './corp-pre-view.js';
import { createByHandwriting } from './create-by-handwriting.js';
import { createByUpload } from './create-by-upload.js';
import { createSealByImage } from './create-seal-by-image.js';
import { createSealByTemplate } from './create-seal-by-template.js';
import { getSealAuthorList } from './get-seal-author-list.js';
import { getSealAuthorUrl } from './get-seal-author-url.js';
import { getSealInfo } from './get-seal-info.js';
import { getSealListByPage } from './get-seal-list-by-page.js';
import { personalSealDelete } from './personal-seal-delete.js';
import { personalSealList } from './personal-seal-list.js';
import { personalSealSetDefault } from './personal-seal-set-default.js';
import { sealDelete } from './seal-delete.js';
import { sealModify } from './seal-modify.js';
import type { IsSealNeeded } from './seal-need.js';
import { updDefault } from './upd-default.js';
import { uploadSealFile } from './upload-seal-file.js';
import { uploadSealFilePreView } from './upload-seal-file-pre-view.js';

export { placesAutomatically, withdrawAuthorisations } from './authorisation-store.js';
export {
  automaticPlacement,
  type Decision,
  decideAutomaticPlacement,
  isAutomaticPlacementOpen,
  setAutoSign,
} from './automatic-placement.js';
export { type MovedSeal, moveSeal } from './move-seal.js';
export { myAutomaticSeals, stopMyAutomaticSeal } from './my-automatic-seals.js';
export { loadPersonalSeal, personalSealForSigning, personalSeals } from './personal-seal.js';
export type { SealMove } from './rules.js';
export { SEAL_PREVIEW } from './save-preview.js';
export { loadSealDrawing } from './seal-drawing.js';
export { sealForSigning } from './seal-for-signing.js';
export type { SealInUse } from './seal-need.js';
export {
  type AutomaticSeal,
  automaticSeal,
  examinersInForce,
  examinersToNotify,
  sealRightOf,
} from './seal-right-of.js';
export { sealPictureAddress } from './seal-view.js';
export { defaultSeal, findSeal, insertSeal, type SealRow } from './store.js';
export { createTemplateSeal, faceOf, prepareTemplateSeal, type TemplateSealSpec } from './template-seal.js';
export { SEAL_UPLOAD } from './upload-seal-file.js';
export { usableSeals } from './usable-seals.js';

export function sealRoutes(isSealNeeded: IsSealNeeded): readonly AnyRoute[] {
  return [
    createSealByTemplate,
    createSealByImage,
    uploadSealFile,
    corpPreView,
    uploadSealFilePreView,
    getSealListByPage,
    getSealInfo,
    addSealAuthor,
    cancelSealAuthor,
    getSealAuthorList,
    sealModify,
    sealDelete(isSealNeeded),
    updDefault,
    getSealAuthorUrl,
    personalSealList,
    createByHandwriting,
    createByUpload,
    personalSealSetDefault,
    personalSealDelete,
  ];
}
