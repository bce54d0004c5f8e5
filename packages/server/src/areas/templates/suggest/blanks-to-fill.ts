import { componentTypes } from '@cinnabar/api/schemas/component.js';
import { nameFrom, readableText, valueKindOf } from './blank-labels.js';
import type { FoundControl } from './found-control.js';
import type { BlankPiece, PageView, Piece, Segment } from './page-pieces.js';

/** px: shorter blanks are for a letter or two. */
const MIN_UNDERSCORES = 4;
const MIN_RULED = 40;
const HEIGHT = 24;

/** Underscores, and ruled lines without text, beside a label. */
export function blanksToFill(
  view: PageView,
  party: (segment: Segment, left: number) => string,
): readonly FoundControl[] {
  return view.segments.flatMap((segment, index) => {
    const wrapped = wrappedFrom(view.segments, index);
    return segment.pieces.flatMap((piece, at) =>
      isWritten(piece, segment) ? [controlOf(view, segment, at, piece, wrapped, party)] : [],
    );
  });
}

function isWritten(piece: Piece, { em }: Segment): piece is BlankPiece {
  if (piece.kind === 'text' || piece.by === 'gap') return false;
  const width = piece.right - piece.left;
  return piece.by === 'underscores' ? width >= MIN_UNDERSCORES * 0.42 * em : width >= MIN_RULED;
}

/** The end of the line before, whose sentence goes on. */
function wrappedFrom(segments: readonly Segment[], index: number): string {
  const [before, segment] = [segments[index - 1], segments[index]];
  if (before === undefined || segment === undefined) return '';
  const isNear = segment.baseline - before.baseline < 3 * segment.em && before.left < segment.right;
  return isNear ? readable(before.pieces) : '';
}

function readable(pieces: readonly Piece[]): string {
  return readableText(pieces.flatMap((piece) => (piece.kind === 'text' ? piece.characters : [])));
}

function controlOf(
  view: PageView,
  segment: Segment,
  at: number,
  piece: BlankPiece,
  wrapped: string,
  party: (segment: Segment, left: number) => string,
): FoundControl {
  const previous = segment.pieces.slice(0, at).findLastIndex(({ kind }) => kind === 'blank');
  const before = readable(segment.pieces.slice(previous + 1, at));
  const after = readable(segment.pieces.slice(at + 1, at + 2));
  const own = nameFrom(before);
  const name = own !== '' ? own : at === 0 ? nameFrom(wrapped) : nameFrom(after.slice(0, 6));
  const kind = valueKindOf(own === '' ? name : labelOf(before), after);
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
