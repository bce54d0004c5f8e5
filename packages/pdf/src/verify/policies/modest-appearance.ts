import type { PdfDictionary, PdfObject, PdfStream, PdfValue } from '../../syntax/values.js';
import { equalValues } from '../equal-values.js';
import type { RevisionView } from '../revision-view.js';
import { type Appearance, displayOf, type FieldDisplay, marksIn } from './field-display.js';
import { type Mark, marksOf, type Rectangle } from './painted-marks.js';

/** pt: lines and areas are permitted only in a check box of at most this size. */
const SMALL = 48;
/** pt: wider lines count as areas. */
const MAX_BORDER = 6;
/** Tolerance for rounding by programs, as a share of the dimensions of a field. */
const TOLERANCE = 0.03;
/** Luminance from which paint may be mistaken for paper. */
export const LIGHT = 0.75;
/** Minimum luminance on which other paint is legible. */
const PALE = 0.35;
const SAME_COLOUR = 0.1;
/** Maximum size of letters as a share of the height of a field; larger ones count as areas. */
const MAX_LETTER_SIZE = 1.5;
/** Maximum width of outlines as a share of the letter size. */
const MAX_OUTLINE = 0.1;
/**
 * Maximum width of a border as a share of the smaller dimension of a field, because a border may be invisible against
 * paper.
 */
const THIN = 0.15;
/** Maximum share of a field's area that lines may cover. */
const MAX_LINES_SHARE = 0.15;
/** Maximum share of a check box that a grey tick may cover. */
const MAX_TICK_SHARE = 0.5;
/** Minimum share of a field that its background must cover so that light text on it hides no content. */
const MIN_BACKGROUND_SHARE = 0.8;

/** Background of a field when it was signed. */
interface Ground {
  /** Covered part of the field, in fractions of its dimensions. */
  readonly box: Rectangle | null;
  /** Other shapes, such as round backgrounds, which must recur unchanged. */
  readonly shapes: ReadonlySet<string>;
}

const NO_GROUND: Ground = Object.freeze({ box: null, shapes: new Set<string>() });

const WHOLE_PLANE: Rectangle = Object.freeze({
  left: Number.NEGATIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
});

/**
 * Whether a new appearance contains only what form fillers draw: text in a colour that hides nothing, the border, and
 * areas on the background that the field had. A field that was empty and transparent when it was signed and is later
 * painted over the content is the overlay variant of the shadow attack, whatever its size: a price is small.
 *
 * All new appearances and those selected now are checked: during interaction and in other states, too, a field must
 * show nothing else.
 */
export function isModest(
  before: RevisionView,
  one: PdfDictionary,
  after: RevisionView,
  other: PdfDictionary,
  type: string | null,
): boolean {
  const former = displayOf(before, one);
  const known = new Map(former.appearances.map((appearance) => [appearance.name, appearance.stream]));
  const ground = former.normal?.stream ?? null;
  const field = { before, one, after, former, type, ground };
  return displayOf(after, other)
    .appearances.filter(({ name, stream, chosen }) => chosen || !equalValues(known.get(name), stream))
    .every((appearance) => isModestAppearance(field, appearance));
}

function isModestAppearance(
  {
    before,
    one,
    after,
    former,
    type,
    ground: stream,
  }: {
    readonly before: RevisionView;
    readonly one: PdfDictionary;
    readonly after: RevisionView;
    readonly former: FieldDisplay;
    readonly type: string | null;
    readonly ground: PdfStream | null;
  },
  appearance: Appearance,
): boolean {
  const marks = marksIn(after, appearance);
  if (marks === null) return false;
  const ground = groundOf(before, one, stream, appearance.stream, after);
  const hasBorder = before.dictionary(one.get('MK'))?.has('BC') === true;
  // Lists highlight the selected item.
  const isList = type === 'Ch' && former.showsText;
  const mayDraw = (type === 'Btn' && isSmall(before, one)) || isList;
  const box = rectangleOf(after, appearance.stream.dictionary.get('BBox'));
  const onGround = (mark: Mark): boolean =>
    mark.text === null
      ? isWithin(inFractions(mark.box, box), ground.box) ||
        (mark.shape !== null && ground.shapes.has(mark.shape))
      : areaOf(ground.box) >= MIN_BACKGROUND_SHARE;
  const upon = marks.filter((mark) => !onGround(mark) && !(hasBorder && isFrame(mark, box)));
  const isAllowed = (mark: Mark): boolean => {
    if (mark.luminance > LIGHT) return false;
    if (mark.text !== null) return isProportionate(mark, box);
    if (mark.kind === 'stroke' && hasBorder && mark.width <= MAX_BORDER) return true;
    return mayDraw && (isList || !isCover(mark, box));
  };
  const text = marks.filter((mark) => mark.text !== null && onGround(mark));
  return (
    text.every((mark) => isProportionate(mark, box)) &&
    upon.every(isAllowed) &&
    (isList || hidesNothing(upon, box))
  );
}

/** Whether letters fit the field, with outlines no thicker than those of bold print. */
export function isProportionate({ text, width }: Mark, box: Rectangle | null): boolean {
  if (text === null || box === null) return text === null;
  const [sine, cosine] = text.direction;
  const room = cosine * (box.top - box.bottom) + sine * (box.right - box.left);
  return text.size <= MAX_LETTER_SIZE * room && width <= MAX_OUTLINE * Math.max(text.size, 1);
}

/** Whether a grey area covers most of a check box and so is not a tick. */
function isCover({ kind, luminance, box }: Mark, field: Rectangle | null): boolean {
  return kind === 'fill' && luminance > PALE && areaOf(inFractions(box, field)) > MAX_TICK_SHARE;
}

/** Whether a line runs along the edge of the field and is thin in proportion to it. */
function isFrame({ kind, rectangular, box, width }: Mark, field: Rectangle | null): boolean {
  if (field === null || kind !== 'stroke' || !rectangular || width > MAX_BORDER) return false;
  const thin = Math.min(field.right - field.left, field.top - field.bottom) * THIN;
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= width + 1;
  return (
    width <= thin &&
    near(box.left, field.left) &&
    near(box.bottom, field.bottom) &&
    near(box.right, field.right) &&
    near(box.top, field.top)
  );
}

/**
 * Whether marks hide nothing below them. Grey hides content as white does, less neatly; a single grey is noticed only
 * while nothing is written on it. Thin lines of a comb are permitted.
 */
function hidesNothing(marks: readonly Mark[], box: Rectangle | null): boolean {
  const lines = marks.filter(({ kind }) => kind === 'stroke');
  const covered = lines.reduce((sum, { area }) => sum + area, 0);
  const others =
    covered <= MAX_LINES_SHARE * areaOf(box) ? marks.filter(({ kind }) => kind !== 'stroke') : marks;
  const luminances = others.map(({ luminance }) => luminance);
  const [lightest, darkest] = [Math.max(...luminances, 0), Math.min(...luminances, 1)];
  return lightest <= PALE || lightest - darkest <= SAME_COLOUR;
}

/** Whether a field has the size of a check box and not of a picture. */
export function isSmall(view: RevisionView, field: PdfDictionary): boolean {
  const { left, bottom, right, top } = rectangleOf(view, field.get('Rect')) ?? WHOLE_PLANE;
  return right - left <= SMALL && top - bottom <= SMALL;
}

/** Area of a field's rectangle, pt². */
export function fieldArea(view: RevisionView, field: PdfDictionary): number {
  const found = rectangleOf(view, field.get('Rect'));
  return found === null ? 0 : areaOf(found);
}

/**
 * The largest filled area of the field when it was signed. For a field without an appearance, readers paint the
 * background in /MK.
 */
function groundOf(
  view: RevisionView,
  field: PdfDictionary,
  stream: PdfStream | null,
  latter: PdfStream,
  after: RevisionView,
): Ground {
  if (stream === null) {
    const style = view.dictionary(field.get('MK'));
    return style?.has('BG') === true ? { ...NO_GROUND, box: WHOLE_PLANE } : NO_GROUND;
  }
  if (!sameMatrix(view.array(stream.dictionary.get('Matrix')), after.array(latter.dictionary.get('Matrix'))))
    return NO_GROUND;
  const content = view.decoded(stream);
  const marks = (content === null ? null : marksOf(content)) ?? [];
  const box = marks
    .filter(({ kind, exact }) => kind === 'fill' && exact)
    .map((mark) => inFractions(mark.box, rectangleOf(view, stream.dictionary.get('BBox'))))
    .reduce<Rectangle | null>((largest, found) => (areaOf(found) > areaOf(largest) ? found : largest), null);
  const [one, other] = [
    view.array(stream.dictionary.get('BBox')),
    after.array(latter.dictionary.get('BBox')),
  ];
  const shapes = marks.map(({ shape }) => shape).filter((shape) => shape !== null);
  return { box, shapes: new Set(equalValues(one, other) ? shapes : []) };
}

function inFractions(box: Rectangle, bounds: Rectangle | null): Rectangle {
  if (bounds === null || areaOf(bounds) === 0) return WHOLE_PLANE;
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

export function rectangleOf(view: RevisionView, value: PdfValue | undefined): Rectangle | null {
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
  // Translation is irrelevant, because the box is fitted into the field (ISO 32000-2, 12.5.5).
  return IDENTITY.slice(0, 4).every((_, index) => {
    const [x, y] = [a[index], b[index]];
    return typeof x === 'number' && typeof y === 'number' && Math.abs(x - y) < 1e-3;
  });
}
