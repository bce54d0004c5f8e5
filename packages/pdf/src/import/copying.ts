import type { FontLibrary } from '../fonts/fonts.js';
import type { ObjectCopier } from './object-copier.js';
import type { SourceDocument } from './source-document.js';

/** Source document and object copier of a page, and the fonts for field values without an appearance. */
export interface Copying {
  readonly source: SourceDocument;
  readonly copier: ObjectCopier;
  readonly fonts: FontLibrary;
}
