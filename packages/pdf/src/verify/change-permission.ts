import { isString, type PdfDictionary, type PdfValue, textOf } from '../syntax/values.js';
import type { FoundSignature } from './find-signatures.js';
import type { RevisionView } from './revision-view.js';

export type CertificationLevel = 1 | 2 | 3;

/**
 * /P of a DocMDP transform (ISO 32000-2, table 257), 2 by default; null if the signature does not certify the document.
 */
export function certificationOf(view: RevisionView, signature: FoundSignature): CertificationLevel | null {
  for (const { method, parameters } of transformsOf(view, signature)) {
    if (method !== 'DocMDP') continue;
    const level = view.resolve(parameters?.get('P'));
    return level === 1 || level === 3 ? level : 2;
  }
  return null;
}

/** /P of the lock of a signature's field (ISO 32000-2, table 236): changes permitted after it is signed. */
export function limitOf(view: RevisionView, { field }: FoundSignature): CertificationLevel | null {
  const level = view.resolve(view.dictionary(field.get('Lock'))?.get('P'));
  return level === 1 || level === 2 || level === 3 ? level : null;
}

/** Whether a signature locks a form field: by its FieldMDP transform, or by the /Lock of its own field. */
export function lockOf(view: RevisionView, signature: FoundSignature): (field: string) => boolean {
  const locks = transformsOf(view, signature)
    .filter(({ method }) => method === 'FieldMDP')
    .map(({ parameters }) => parameters);
  const own = view.dictionary(signature.field.get('Lock'));
  const rules = [...locks, own].filter((lock) => lock !== null).map((lock) => ruleOf(view, lock));
  return (field) => rules.some((locksField) => locksField(field));
}

function ruleOf(view: RevisionView, lock: PdfDictionary): (field: string) => boolean {
  const names = (view.array(lock.get('Fields')) ?? []).map((value) => nameOf(view, value));
  const isNamed = (field: string): boolean =>
    names.some((name) => field === name || field.startsWith(`${name}.`));
  switch (view.name(lock.get('Action'))) {
    case 'Include':
      return isNamed;
    case 'Exclude':
      return (field) => !isNamed(field);
    // `All`, and undefined actions.
    default:
      return () => true;
  }
}

function nameOf(view: RevisionView, value: PdfValue): string {
  const found = view.resolve(value);
  return isString(found) ? textOf(found) : '';
}

function transformsOf(
  view: RevisionView,
  { dictionary }: FoundSignature,
): readonly { readonly method: string | null; readonly parameters: PdfDictionary | null }[] {
  return (view.array(dictionary.get('Reference')) ?? [])
    .map((item) => view.dictionary(item))
    .filter((item) => item !== null)
    .map((item) => ({
      method: view.name(item.get('TransformMethod')),
      parameters: view.dictionary(item.get('TransformParams')),
    }));
}
