import {
  dictionary,
  isReference,
  name,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
} from '../syntax/values.js';
import type { ObjectCopier } from './object-copier.js';
import type { SourceDocument } from './source-document.js';

/** The layers (optional content groups) of a document (ISO 32000-2 section 8.11), and which of them are hidden. */
export interface Layers {
  readonly all: readonly PdfReference[];
  readonly hidden: readonly PdfReference[];
}

/** Their visibility when the document is opened. */
export function layersOf(source: SourceDocument, copier: ObjectCopier): Layers {
  const properties = source.dictionary(source.catalog.get('OCProperties'));
  const configuration = source.dictionary(properties?.get('D'));
  const listed = (holder: PdfDictionary | null | undefined, key: string): readonly PdfReference[] =>
    (source.array(holder?.get(key)) ?? []).filter(isReference);
  const all = listed(properties, 'OCGs');
  const shown = new Set(listed(configuration, 'ON').map(({ object }) => object));
  const hidden =
    source.name(configuration?.get('BaseState')) === 'OFF'
      ? all.filter(({ object }) => !shown.has(object))
      : listed(configuration, 'OFF');
  const copied = (references: readonly PdfReference[]) =>
    references.map((each) => copier.copy(each)).filter((each): each is PdfReference => isReference(each));
  return { all: copied(all), hidden: copied(hidden) };
}

/** Catalog entry for the layers of several documents in one; empty if there are none. */
export function mergedLayers(layers: readonly Layers[]): Readonly<Record<string, PdfValue>> {
  const all = layers.flatMap((each) => each.all);
  if (all.length === 0) return {};
  const hidden = layers.flatMap((each) => each.hidden);
  return {
    OCProperties: dictionary({
      OCGs: all,
      D: dictionary({ BaseState: name('ON'), OFF: hidden, Order: all }),
    }),
  };
}
