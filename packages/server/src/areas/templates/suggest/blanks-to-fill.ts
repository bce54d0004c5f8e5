import { componentTypes } from '@cinnabar/api/schemas/component.js';
import { nameFrom, readableText, valueKindOf } from './blank-labels.js';
import type { FoundControl } from './found-control.js';
import type { BlankPiece, PageView, Piece, Segment } from './page-pieces.js';

const MIN_UNDERSCORES = 4;
/** px: a shorter line has no room for a digit. */
const MIN_RULED = 12;
/** In ems. */
const MIN_SPACES = 2;
const HEIGHT = 24;

/** The text of the lines before and behind, whose sentence goes on. */
interface Around {
  readonly before: string;
  readonly after: string;
}

/** Underscores, ruled lines without text, and spaces in brackets, beside a label. */
export function blanksToFill(
  view: PageView,
  party: (segment: Segment, left: number) => string,
): readonly FoundControl[] {
  return view.segments.flatMap((segment, index) => {
    const [last, next] = [view.segments[index - 1], view.segments[index + 1]];
    const around = {
      before: isNear(last, segment) ? readable(behindLastBlank(withoutStub(last))) : '',
      after: isNear(segment, next) && next?.pieces[0]?.kind === 'text' ? next.pieces[0].text : '',
    };
    return segment.pieces.flatMap((piece, at) =>
      isWritten(segment, at, piece) && !(at === 0 && isContinued(last, segment))
        ? [controlOf(view, segment, at, piece, around, party)]
        : [],
    );
  });
}

function isWritten({ em, pieces }: Segment, at: number, piece: Piece): piece is BlankPiece {
  if (piece.kind === 'text') return false;
  const width = piece.right - piece.left;
  if (piece.by === 'gap') return width > MIN_SPACES * em && isInBrackets(pieces[at - 1], pieces[at + 1]);
  return piece.by === 'underscores' ? width >= MIN_UNDERSCORES * 0.42 * em : width >= MIN_RULED;
}

/** `(请注明:      )` */
function isInBrackets(before: Piece | undefined, after: Piece | undefined): boolean {
  const [label, end] = [before, after].map((piece) => (piece?.kind === 'text' ? piece.text : ''));
  return /[:(]$/u.test(label ?? '') && /^[)]/u.test(end ?? '');
}

function isNear(one: Segment | undefined, other: Segment | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const down = other.baseline - one.baseline;
  return down > 0 && down < 3 * other.em && one.left < other.right;
}

function behindLastBlank(segment: Segment | undefined): readonly Piece[] {
  const pieces = segment?.pieces ?? [];
  return pieces.slice(pieces.findLastIndex(({ kind }) => kind === 'blank') + 1);
}

/** Underscores at the end of a line that are too few to be a blank begin one that the next line has the rest of. */
function withoutStub(last: Segment | undefined): Segment | undefined {
  const at = (last?.pieces.length ?? 0) - 1;
  const end = last?.pieces[at];
  if (last === undefined || end === undefined || !isUnderscores(end) || isWritten(last, at, end)) return last;
  return { ...last, pieces: last.pieces.slice(0, at) };
}

/** Underscores that were too long for the line before: both are one blank. */
function isContinued(last: Segment | undefined, segment: Segment): boolean {
  const [end, start] = [withoutStub(last)?.pieces.at(-1), segment.pieces[0]];
  return isUnderscores(end) && isUnderscores(start) && isNear(last, segment);
}

function isUnderscores(piece: Piece | undefined): boolean {
  return piece?.kind === 'blank' && piece.by === 'underscores';
}

function readable(pieces: readonly Piece[]): string {
  return readableText(pieces.flatMap((piece) => (piece.kind === 'text' ? piece.characters : [])));
}

function controlOf(
  view: PageView,
  segment: Segment,
  at: number,
  piece: BlankPiece,
  around: Around,
  party: (segment: Segment, left: number) => string,
): FoundControl {
  const { pieces } = segment;
  const previous = pieces.slice(0, at).findLastIndex(({ kind }) => kind === 'blank');
  const before = readable(pieces.slice(previous + 1, at));
  const after = at === pieces.length - 1 ? around.after : readable(pieces.slice(at + 1, at + 2));
  const own = nameFrom(before);
  const name =
    own !== ''
      ? own
      : at === 0
        ? nameFrom(around.before)
        : nameFrom(after.slice(0, 6)) || nameFrom(readable(pieces.slice(0, at)));
  const kind = valueKindOf(own === '' && before === '' ? name : labelOf(before), after);
  const [width, size] = [piece.right - piece.left, Math.min(18, Math.round(segment.em))];
  return {
    by: piece.by === 'ruledLine' ? 'ruledLine' : 'underscores',
    score: own === '' ? 0.6 : 0.9,
    page: view.page,
    box: { x: piece.left, y: segment.baseline + 4 - HEIGHT, width, height: HEIGHT },
    claimed: { x: piece.left, y: segment.top, width, height: segment.bottom - segment.top },
    componentType: kind.componentType,
    name: name === '' ? defaultName(kind.componentType) : name,
    participantFlag: party(segment, piece.left),
    required: 1,
    attribute: { ...kind.attribute, fontSize: size, width: Math.max(1, Math.round(width)), height: HEIGHT },
  };
}

/** The clause before a blank: what the sentence says earlier is about something else. */
function labelOf(before: string): string {
  return before.split(/[。;；,，、]/u).at(-1) ?? before;
}

function defaultName(componentType: number): string {
  return componentType === componentTypes.date ? '日期' : '填写';
}
