import {
  isDictionary,
  isStream,
  type PdfDictionary,
  type PdfObject,
  type PdfStream,
  type PdfValue,
} from '../../pdf/values.js';
import { equalValues } from '../equal-values.js';
import type { RevisionView } from '../revision-view.js';
import { type Mark, marksOf, type Rectangle } from './painted-marks.js';

/** pt: a tick box may be drawn with lines and areas; nothing larger may. */
const SMALL = 48;
/** pt: wider lines are areas. */
const WIDEST_BORDER = 6;
/** Of the measures of a field: programs round them. */
const TOLERANCE = 0.03;
/** How much of a field its ground must take up so that light text upon it hides no content. */
const WHOLE_GROUND = 0.8;

/** The ground that a field had. */
interface Ground {
  /** A part of it, in fractions of its measures. */
  readonly box: Rectangle | null;
  /** Round grounds and the like, which must come back just so. */
  readonly shapes: ReadonlySet<string>;
}

const NO_GROUND: Ground = Object.freeze({ box: null, shapes: new Set<string>() });

const EVERYWHERE: Rectangle = Object.freeze({
  left: Number.NEGATIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
});

/**
 * Whether what a field shows now is what a form filler draws: text in a colour that hides nothing, the border, and areas
 * on the ground that the field had. A field that was empty and transparent when it was signed and is painted over the
 * content afterwards is the shadow attack by overlay, whatever its size: a price is small.
 */
export function isModest(
  before: RevisionView,
  one: PdfDictionary,
  after: RevisionView,
  other: PdfDictionary,
  type: string | null,
): boolean {
  const stream = shownStream(after, other);
  if (stream === null) return true;
  const content = after.decoded(stream);
  const marks = content === null ? null : marksOf(content);
  if (marks === null) return false;
  const ground = groundOf(before, one, stream, after);
  const style = before.dictionary(one.get('MK'));
  const hasBorder = style?.has('BC') === true;
  // Lists mark what is chosen in them.
  const isList = type === 'Ch' && showsText(before, one);
  const mayDraw = (type === 'Btn' && isSmall(before, one)) || isList;
  return marks.every((mark) => {
    if (mark.kind === 'text')
      return !isDrawnFont(after, stream, mark.font) && (!mark.light || areaOf(ground.box) >= WHOLE_GROUND);
    if (isWithin(inFractions(mark, after, stream), ground.box)) return true;
    if (mark.shape !== null && ground.shapes.has(mark.shape)) return true;
    if (mark.kind === 'stroke' && hasBorder && mark.width <= WIDEST_BORDER) return true;
    return mayDraw && !mark.light;
  });
}

/** Whether a field shows text, whatever its value says. */
export function showsText(view: RevisionView, field: PdfDictionary): boolean {
  const stream = shownStream(view, field);
  const content = stream === null ? null : view.decoded(stream);
  if (content === null) return false;
  return marksOf(content)?.some(({ kind, blank }) => kind === 'text' && !blank) ?? true;
}

/** A tick box, not a picture. */
export function isSmall(view: RevisionView, field: PdfDictionary): boolean {
  const { left, bottom, right, top } = rectangleOf(view, field.get('Rect')) ?? EVERYWHERE;
  return right - left <= SMALL && top - bottom <= SMALL;
}

/** The normal appearance in the state that is chosen. */
export function shownStream(view: RevisionView, field: PdfDictionary): PdfStream | null {
  const normal = view.resolve(view.dictionary(field.get('AP'))?.get('N'));
  if (isStream(normal)) return normal;
  const state = view.name(field.get('AS'));
  const chosen = isDictionary(normal) && state !== null ? view.resolve(normal.get(state)) : null;
  return isStream(chosen) ? chosen : null;
}

/** pt² of a field's rectangle. */
export function fieldArea(view: RevisionView, field: PdfDictionary): number {
  const found = rectangleOf(view, field.get('Rect'));
  return found === null ? 0 : areaOf(found);
}

/**
 * The largest area that the field was filled with when it was signed. Where it had no appearance at all readers paint
 * what /MK says.
 */
function groundOf(view: RevisionView, field: PdfDictionary, latter: PdfStream, after: RevisionView): Ground {
  const stream = shownStream(view, field);
  if (stream === null) {
    const style = view.dictionary(field.get('MK'));
    return style?.has('BG') === true ? { ...NO_GROUND, box: EVERYWHERE } : NO_GROUND;
  }
  if (!sameMatrix(view.array(stream.dictionary.get('Matrix')), after.array(latter.dictionary.get('Matrix'))))
    return NO_GROUND;
  const content = view.decoded(stream);
  const marks = (content === null ? null : marksOf(content)) ?? [];
  const box = marks
    .filter(({ kind, exact }) => kind === 'fill' && exact)
    .map((mark) => inFractions(mark, view, stream))
    .reduce<Rectangle | null>((largest, found) => (areaOf(found) > areaOf(largest) ? found : largest), null);
  const [one, other] = [
    view.array(stream.dictionary.get('BBox')),
    after.array(latter.dictionary.get('BBox')),
  ];
  const shapes = marks.map(({ shape }) => shape).filter((shape) => shape !== null);
  return { box, shapes: new Set(equalValues(one, other) ? shapes : []) };
}

function inFractions({ box }: Mark, view: RevisionView, stream: PdfStream): Rectangle {
  const bounds = rectangleOf(view, stream.dictionary.get('BBox'));
  if (bounds === null || areaOf(bounds) === 0) return EVERYWHERE;
  const across = (value: number): number =>
    (Math.min(Math.max(value, bounds.left), bounds.right) - bounds.left) / (bounds.right - bounds.left);
  const up = (value: number): number =>
    (Math.min(Math.max(value, bounds.bottom), bounds.top) - bounds.bottom) / (bounds.top - bounds.bottom);
  return { left: across(box.left), bottom: up(box.bottom), right: across(box.right), top: up(box.top) };
}

function isWithin(inner: Rectangle, outer: Rectangle | null): boolean {
  if (outer === null) return false;
  return (
    inner.left >= outer.left - TOLERANCE &&
    inner.bottom >= outer.bottom - TOLERANCE &&
    inner.right <= outer.right + TOLERANCE &&
    inner.top <= outer.top + TOLERANCE
  );
}

function areaOf(rectangle: Rectangle | null): number {
  if (rectangle === null) return 0;
  return Math.max(0, rectangle.right - rectangle.left) * Math.max(0, rectangle.top - rectangle.bottom);
}

function rectangleOf(view: RevisionView, value: PdfValue | undefined): Rectangle | null {
  const [one, two, three, four] = (view.array(value) ?? []).map((part) => view.resolve(part));
  if (typeof one !== 'number' || typeof two !== 'number') return null;
  if (typeof three !== 'number' || typeof four !== 'number') return null;
  return {
    left: Math.min(one, three),
    bottom: Math.min(two, four),
    right: Math.max(one, three),
    top: Math.max(two, four),
  };
}

const IDENTITY = [1, 0, 0, 1, 0, 0];

function sameMatrix(one: readonly PdfObject[] | null, other: readonly PdfObject[] | null): boolean {
  const [a, b] = [one ?? IDENTITY, other ?? IDENTITY];
  // Where it moves to does not matter: the box is fitted into the field (ISO 32000-2 12.5.5).
  return IDENTITY.slice(0, 4).every((_, index) => {
    const [x, y] = [a[index], b[index]];
    return typeof x === 'number' && typeof y === 'number' && Math.abs(x - y) < 1e-3;
  });
}

/** A font whose glyphs are drawings (Type 3) shows anything, also areas. */
function isDrawnFont(view: RevisionView, stream: PdfStream, name: string | null): boolean {
  if (name === null) return false;
  const form = view.dictionary(view.catalog.get('AcroForm'));
  return [stream.dictionary.get('Resources'), form?.get('DR')].some((resources) => {
    const fonts = view.dictionary(view.dictionary(resources)?.get('Font'));
    const font = view.dictionary(fonts?.get(name));
    return font !== null && view.name(font.get('Subtype')) === 'Type3';
  });
}
