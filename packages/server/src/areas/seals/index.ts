/** What other areas may use of seals. */
import type { AnyRoute } from '../../handler.js';
import { corpPreView } from './corp-pre-view.js';
import { createSealByTemplate } from './create-seal-by-template.js';
import { getSealInfo } from './get-seal-info.js';
import { getSealListByPage } from './get-seal-list-by-page.js';

export { mayUseSeal } from './rules.js';
export { loadSealDrawing } from './seal-drawing.js';
export { sealForSigning } from './seal-for-signing.js';
export { defaultSeal, findSeal, type SealRow } from './store.js';
export { createTemplateSeal, type TemplateSealSpec } from './template-seal.js';

export const sealRoutes: readonly AnyRoute[] = [
  createSealByTemplate,
  corpPreView,
  getSealListByPage,
  getSealInfo,
];
