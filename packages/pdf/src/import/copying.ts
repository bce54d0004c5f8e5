import type { FontLibrary } from '../fonts/fonts.js';
import type { ObjectCopier } from './object-copier.js';
import type { SourceDocument } from './source-document.js';

/** What pages are copied from, through what, and the fonts for field values that bring no appearance. */
export interface Copying {
  readonly source: SourceDocument;
  readonly copier: ObjectCopier;
  readonly fonts: FontLibrary;
}
