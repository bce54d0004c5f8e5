/** Templates: the area's public interface. */
import * as drafts from '@cinnabar/api/operations/template-drafts.js';
import * as files from '@cinnabar/api/operations/template-files.js';
import * as places from '@cinnabar/api/operations/template-places.js';
import * as templates from '@cinnabar/api/operations/templates.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { ATTACHMENT_FILE } from './attachment-file.js';
export { DEFAULT_DATE_FORMAT, keepAttribute, textStyleOf } from './component-attribute.js';
export { type ReadValue, readComponentValue } from './component-value.js';
export { CONTRACT_FILE } from './contract-file.js';
export { printDate } from './date-value.js';
export { asUploadRefusal } from './document-refusal.js';
export { type DrawnValue, drawnValueOf } from './drawn-value.js';
export { templateFileEntries } from './file/write-template-file.js';
export { draftsOf, handOverDraft, type TemplateDuty, templatesNaming } from './hand-over-draft.js';
export { keptValue } from './kept-value.js';
export { pagePictures } from './page-pictures.js';
export { keepPicture, loadPicture, PICTURE_FILE } from './picture-value.js';
export { placeBox } from './place-box.js';
export type { PlannedComponent } from './plan-components.js';
export { type DirectGround, planDirectComponents } from './plan-direct-components.js';
export { type Publication, planPublication } from './plan-publication.js';
export { proposeControls } from './propose-controls.js';
export { fills, isUsable, participantsProblem, signs } from './rules.js';
export {
  shownTemplates,
  type TemplateRevisions,
  templateRevisions,
  templateStates,
} from './shown-templates.js';
export { existingTemplates } from './store.js';
export { type TemplateDetail, templateForStart } from './template-detail.js';
export { filesOfBody, isAttachable } from './template-files.js';
export { templateSummaries } from './template-summaries.js';
export { componentView, documentSize, participantView } from './template-view.js';
export { drawingProblem, undrawableValues } from './undrawable-values.js';
export { uploadedMediaType } from './upload-format.js';

export const templateRoutes = routesOf({ ...templates, ...drafts, ...places, ...files }, handlers);
