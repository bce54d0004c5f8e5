import { type Matrix, multiply, rectangle, transformedBounds } from '../layout/page-geometry.js';
import {
  isDictionary,
  isReference,
  isStream,
  name,
  type PdfDictionary,
  type PdfReference,
  type PdfStream,
  type PdfValue,
} from '../syntax/values.js';
import { printNumber } from '../syntax/write-value.js';
import type { Copying } from './copying.js';
import type { ObjectCopier } from './object-copier.js';
import type { SourceDocument } from './source-document.js';
import { valueAppearance } from './value-appearance.js';

/** Invisible, Hidden and NoView (ISO 32000-2 table 167). */
const HIDDEN = 0x02;
const NO_VIEW = 0x20;
/** Annotations that contain files, sound, video or programs, or that only belong to another one. */
const DROPPED = new Set([
  'Popup',
  'FileAttachment',
  'Sound',
  'Movie',
  'Screen',
  'RichMedia',
  '3D',
  'Widget',
  'TrapNet',
]);

export interface FlattenedAnnotations {
  /** Content operators, to be executed in the page's user space. */
  readonly content: string;
  readonly xobjects: ReadonlyMap<string, PdfReference>;
  /** Links, and annotations that PDF readers draw without an appearance. */
  readonly kept: readonly PdfValue[];
}

/**
 * Converts the appearances of a page's annotations to page content (12.5.5, algorithm "appearance streams"), including
 * form fields and old signatures. `prefix` begins the names of the new XObjects.
 */
export function flattenAnnotations(
  copying: Copying,
  page: PdfDictionary,
  place: PdfReference,
  prefix: string,
): FlattenedAnnotations {
  const { source, copier } = copying;
  let content = '';
  const xobjects = new Map<string, PdfReference>();
  const kept: PdfValue[] = [];
  const form = source.dictionary(source.catalog.get('AcroForm'));
  for (const item of source.array(page.get('Annots')) ?? []) {
    const annotation = source.dictionary(item);
    if (annotation === null) continue;
    const subtype = source.name(annotation.get('Subtype'));
    const flags = source.number(annotation.get('F')) ?? 0;
    const visible = (flags & (HIDDEN | NO_VIEW)) === 0 && subtype !== 'Popup';
    const painted = visible ? paint(copying, form, annotation, `${prefix}${xobjects.size}`) : null;
    if (painted !== null) {
      content += painted.content;
      xobjects.set(painted.name, painted.form);
    }
    if (subtype === 'Link' || (painted === null && visible && subtype !== null && !DROPPED.has(subtype))) {
      kept.push(keepAnnotation(copier, annotation, place));
    }
    if (isReference(item)) copier.redirect(item, null);
  }
  return { content, xobjects, kept };
}

function paint(
  copying: Copying,
  form: PdfDictionary | null,
  annotation: PdfDictionary,
  xobject: string,
): { readonly content: string; readonly name: string; readonly form: PdfReference } | null {
  const { source, copier } = copying;
  const rect = rectangleOf(source, annotation.get('Rect'));
  if (rect === null) return null;
  const own = normalAppearance(source, annotation);
  const drawn = form === null ? null : valueAppearance(copying, form, annotation, rect, own !== null);
  const appearance = drawn ?? own;
  if (appearance === null) return null;
  const box = rectangleOf(source, appearance.dictionary.get('BBox'));
  if (box === null) return null;
  const placement = appearanceMatrix(box, matrixOf(source, appearance.dictionary.get('Matrix')), rect);
  if (placement === null) return null;
  const copied = drawn ?? copier.copyStream(appearance);
  const entries = new Map(copied.dictionary).set('Type', name('XObject')).set('Subtype', name('Form'));
  // Content hidden by a layer stays hidden in the page content.
  const layer = annotation.get('OC');
  if (layer !== undefined && !entries.has('OC')) entries.set('OC', copier.copy(layer));
  const painted = copier.add({ ...copied, dictionary: entries });
  return {
    content: `q ${placement.map(printNumber).join(' ')} cm /${xobject} Do Q\n`,
    name: xobject,
    form: painted,
  };
}

/** Maps the appearance's bounding box, transformed by its own matrix, to the annotation's rectangle. */
function appearanceMatrix(
  box: readonly [number, number, number, number],
  matrix: Matrix,
  rect: readonly [number, number, number, number],
): Matrix | null {
  const [left, bottom, right, top] = transformedBounds(matrix, box);
  if (!(right > left && top > bottom)) return null;
  const scaleX = (rect[2] - rect[0]) / (right - left);
  const scaleY = (rect[3] - rect[1]) / (top - bottom);
  if (scaleX === 0 || scaleY === 0) return null;
  return multiply([1, 0, 0, 1, -left, -bottom], [scaleX, 0, 0, scaleY, rect[0], rect[1]]);
}

function normalAppearance(source: SourceDocument, annotation: PdfDictionary): PdfStream | null {
  const normal = source.resolve(source.dictionary(annotation.get('AP'))?.get('N'));
  if (isStream(normal)) return normal;
  const state = source.name(annotation.get('AS'));
  const chosen = state === null || !isDictionary(normal) ? null : source.resolve(normal.get(state));
  return isStream(chosen) ? chosen : null;
}

function keepAnnotation(copier: ObjectCopier, annotation: PdfDictionary, page: PdfReference): PdfReference {
  const entries = new Map(annotation);
  for (const key of ['AP', 'AS', 'P', 'Parent', 'Popup', 'IRT', 'StructParent', 'PA']) entries.delete(key);
  const copied = copier.copy(entries);
  return copier.add(new Map(isDictionary(copied) ? copied : []).set('P', page));
}

function rectangleOf(source: SourceDocument, value: PdfValue | undefined) {
  return rectangle(source.array(value)?.map((item) => source.number(item)));
}

function matrixOf(source: SourceDocument, value: PdfValue | undefined): Matrix {
  const [a, b, c, d, e, f] = source.array(value)?.map((item) => source.number(item) ?? 0) ?? [];
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}
