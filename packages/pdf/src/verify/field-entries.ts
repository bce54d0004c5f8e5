import { isString, type PdfDictionary, textOf } from '../syntax/values.js';
import type { RevisionView } from './revision-view.js';

/** The partial name (ISO 32000-2, 12.7.4.2); '' for a widget, whose name is that of its field. */
export function fieldName(entries: PdfDictionary | null): string {
  const title = entries?.get('T');
  return isString(title) ? textOf(title) : '';
}

/**
 * Whether a signature is a document timestamp (ISO 32000-2, 12.8.5). Its /SubFilter, not its /Type, determines how it
 * is verified.
 */
export function isTimestamp(view: RevisionView, signature: PdfDictionary): boolean {
  return view.name(signature.get('SubFilter')) === 'ETSI.RFC3161';
}
