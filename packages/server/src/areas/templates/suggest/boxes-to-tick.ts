import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { TextCharacter } from '@cinnabar/pdf/render/page-layout.js';
import { readableText } from './blank-labels.js';
import type { Area, FoundControl } from './found-control.js';
import type { PageView, Segment } from './page-pieces.js';

const TICK = /^[□☐▢❏❑❒◻⬜]$/u;
const MAX_NAME = 20;
/** px */
const MIN_SIDE = 14;

/** Boxes to tick: `□`, or a drawn square beside text. */
export function boxesToTick(
  view: PageView,
  party: (segment: Segment, left: number) => string,
): readonly FoundControl[] {
  const printed = view.segments.flatMap((segment) =>
    charactersOf(segment).flatMap((character, at, all) =>
      TICK.test(character.text)
        ? [
            controlOf(
              view,
              squareOf(character, segment),
              nameAfter(all.slice(at + 1)),
              party(segment, character.left),
            ),
          ]
        : [],
    ),
  );
  const drawn = view.layout.squares.flatMap((square) => {
    const segment = view.segments.find(
      ({ top, bottom }) => square.y + square.height / 2 > top && square.y + square.height / 2 < bottom,
    );
    if (segment === undefined) return [];
    const after = charactersOf(segment).filter(({ left }) => left >= square.x + square.width - 2);
    const first = after[0];
    const isBeside = first !== undefined && first.left - (square.x + square.width) < 2 * segment.em;
    return isBeside ? [controlOf(view, square, nameAfter(after), party(segment, square.x))] : [];
  });
  return [...printed, ...drawn];
}

function charactersOf({ pieces }: Segment): readonly TextCharacter[] {
  return pieces.flatMap((piece) => (piece.kind === 'text' ? piece.characters : []));
}

/** The text behind a box, up to the next box or gap. */
function nameAfter(characters: readonly TextCharacter[]): string {
  const name: TextCharacter[] = [];
  for (const character of characters) {
    const before = name.at(-1);
    const size = character.right - character.left;
    const ends = before !== undefined && character.left - before.right > Math.max(6, 0.8 * size);
    if (ends || /^[□☐▢❏❑❒◻⬜。;；,，_]$/u.test(character.text)) break;
    name.push(character);
  }
  return readableText(name)
    .slice(0, MAX_NAME)
    .replace(/[:：]$/u, '');
}

function squareOf({ left, right }: TextCharacter, { top, bottom }: Segment): Area {
  const side = Math.max(MIN_SIDE, Math.min(right - left, bottom - top));
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

function controlOf(view: PageView, box: Area, name: string, participantFlag: string): FoundControl {
  return {
    by: 'tickBox',
    score: name === '' ? 0.6 : 0.9,
    page: view.page,
    box,
    claimed: box,
    componentType: componentTypes.checkBox,
    name: name === '' ? '勾选' : name,
    participantFlag,
    required: 0,
    attribute: { width: Math.round(box.width), height: Math.round(box.height) },
  };
}
