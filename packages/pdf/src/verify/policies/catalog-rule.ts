import { isArray, isDictionary, isName, isReference, isStream, type PdfValue } from '../../syntax/values.js';
import { below, type Comparison, type Site, TRAILER } from '../comparison.js';
import { changedKeys, equalValues } from '../equal-values.js';
import { compareForms } from './form-rule.js';
import { compareSecurityStores } from './security-store-rule.js';

/**
 * The catalog may receive a form or new form entries, validation data, a higher version, extensions and metadata. Every
 * other entry affects what is displayed or done: actions, layers, names, page labels, attachments.
 */
export function compareCatalogs(comparison: Comparison): void {
  const root = comparison.before.trailer.get('Root');
  const site = comparison.enter(below(TRAILER, 'Root'), root);
  const before = comparison.before.catalog;
  const after = comparison.after.catalog;
  if (isReference(root)) comparison.answerFor(root.object, 'catalog');
  for (const key of changedKeys(before, after)) {
    if (OWN_RULES.has(key)) continue;
    if (key === 'Version' && isRaised(before.get(key), after.get(key)))
      comparison.report('VERSION_RAISED', '');
    else comparison.report('CATALOG_CHANGED', key);
  }
  compareForms(comparison, below(site, 'AcroForm'), before.get('AcroForm'), after.get('AcroForm'));
  compareSecurityStores(comparison, below(site, 'DSS'), before.get('DSS'), after.get('DSS'));
  compareExtensions(comparison, below(site, 'Extensions'), before.get('Extensions'), after.get('Extensions'));
  compareMetadata(comparison, below(site, 'Metadata'), before.get('Metadata'), after.get('Metadata'));
}

const OWN_RULES: ReadonlySet<string> = new Set(['AcroForm', 'DSS', 'Extensions', 'Metadata']);

function isRaised(before: PdfValue | undefined, after: PdfValue | undefined): boolean {
  if (!isName(after) || !/^(1\.[4-7]|2\.0)$/.test(after.name)) return false;
  return before === undefined || before === null || (isName(before) && before.name < after.name);
}

/** Extensions (7.12) may only be names and numbers that identify extensions to PDF. */
function compareExtensions(
  comparison: Comparison,
  site: Site,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): void {
  const at = comparison.enter(site, one);
  const before = comparison.before.dictionary(one) ?? new Map();
  const after = comparison.after.dictionary(other);
  let changed = !equalValues(one, other);
  for (const [prefix, value] of before) {
    const inside = comparison.enter(below(at, prefix), value);
    const entries = comparison.before.array(value) ?? [];
    entries.forEach((item, index) => {
      comparison.enter(below(inside, index), item);
    });
  }
  for (const [prefix, value] of after ?? []) {
    if (equalValues(comparison.before.resolve(before.get(prefix)), comparison.after.resolve(value))) continue;
    changed = true;
    if (prefix === 'Type' || isExtension(comparison, value)) continue;
    comparison.report('CATALOG_CHANGED', 'Extensions');
    return;
  }
  if (changed && after === null) comparison.report('CATALOG_CHANGED', 'Extensions');
  else if (changed) comparison.report('VERSION_RAISED', 'Extensions');
}

function isExtension(comparison: Comparison, value: PdfValue): boolean {
  const found = comparison.after.resolve(value);
  const extensions = isArray(found) ? found.map((item) => comparison.after.resolve(item)) : [found];
  return extensions.every(
    (extension) =>
      isDictionary(extension) &&
      [...extension.values()].every((part) => !isArray(part) && !isDictionary(part)),
  );
}

/** XMP describes a file and is not displayed; the stream must not serve any other purpose. */
function compareMetadata(
  comparison: Comparison,
  site: Site,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): void {
  comparison.enter(site, one);
  const before = comparison.before.resolve(one);
  const after = comparison.after.resolve(other);
  if (equalValues(before, after)) return;
  const isXmp =
    isStream(after) &&
    comparison.after.name(after.dictionary.get('Type')) === 'Metadata' &&
    comparison.after.name(after.dictionary.get('Subtype')) === 'XML';
  comparison.report(isXmp ? 'METADATA_CHANGED' : 'CATALOG_CHANGED', 'Metadata');
}
