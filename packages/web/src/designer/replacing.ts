/** What becomes of the controls of a file that another one replaces. Nothing is dropped. Pure. */
import type { moveComponents } from '@cinnabar/api/operations/template-places.js';
import type { DataOf } from '../api/wire.js';
import { overlapOf } from '../canvas/geometry/box.js';
import { applied } from './commands.js';
import { kindOf, sizeOf } from './control-kinds.js';
import {
  type Anchor,
  type Control,
  type Design,
  type MakeKey,
  type TemplateFile,
  UNPLACED,
} from './design.js';
import { controlsOf, withParties } from './placeholders.js';
import type { Uploaded } from './uploaded.js';

export type MovedPlace = DataOf<typeof moveComponents>[number];

/** - `doubtful`: the place is a guess, which somebody has to confirm */
type Standing = 'moved' | 'stayed' | 'doubtful' | 'lost';

export interface Replacement {
  readonly control: Control;
  readonly standing: Standing;
  /** null for `lost`. */
  readonly at: {
    readonly page: number;
    readonly x: number;
    readonly y: number;
    readonly anchor: Anchor | null;
  } | null;
}

/** Controls with a place of their own: a seam is on all pages, and what waits for a place goes on waiting. */
export function movableIn({ controls }: Design, file: TemplateFile['key']): readonly Control[] {
  return controls.filter(
    (control) => control.file === file && control.page !== UNPLACED && kindOf(control) !== 'seam',
  );
}

/** As the interface takes it. */
export function placeOf(control: Control) {
  const { anchor, attribute } = control;
  return {
    ...{ pageNum: control.page, positionX: control.x, positionY: control.y },
    ...(anchor === null ? {} : { keyword: anchor.keyword, keywordIndex: anchor.index }),
    specialAttribute: {
      ...sizeOf(control),
      ...(attribute.signStyle == null ? {} : { signStyle: attribute.signStyle }),
    },
  };
}

/** @param answers for the movable controls, in their order */
export function replacements(
  design: Design,
  file: TemplateFile['key'],
  by: Uploaded,
  answers: readonly MovedPlace[],
): readonly Replacement[] {
  const asked = controlsOf(design, by, file, () => '');
  return movableIn(design, file).map((control, index): Replacement => {
    // A placeholder of the same name says where its control belongs.
    const named = asked.filter((each) => isSame(each, control));
    const [own] = named;
    if (named.length === 1 && own !== undefined) {
      const { page, x, y } = own;
      return standing(control, { page, x, y, anchor: control.anchor }, false);
    }
    const answer = answers[index];
    if (answer === undefined || answer.pageNum === null) return { control, standing: 'lost', at: null };
    const { pageNum: page, positionX, positionY, keywordIndex, doubtful } = answer;
    const anchor =
      control.anchor === null || keywordIndex === null ? null : { ...control.anchor, index: keywordIndex };
    const at = { page, x: Math.round(positionX ?? control.x), y: Math.round(positionY ?? control.y), anchor };
    return standing(control, at, doubtful);
  });
}

function standing(control: Control, at: NonNullable<Replacement['at']>, isDoubtful: boolean): Replacement {
  const hasMoved =
    at.page !== control.page || Math.abs(at.x - control.x) > 1 || Math.abs(at.y - control.y) > 1;
  return { control, at, standing: isDoubtful ? 'doubtful' : hasMoved ? 'moved' : 'stayed' };
}

function isSame(one: Control, other: Control): boolean {
  return one.type === other.type && one.party === other.party && one.name === other.name;
}

/** Placeholders of the new file for which there is no control yet. */
export function addedBy(
  design: Design,
  file: TemplateFile['key'],
  by: Uploaded,
  found: readonly Replacement[],
  makeKey: MakeKey,
): readonly Control[] {
  const left = found.flatMap(({ control, at }) => (at === null ? [] : [{ ...control, ...at }]));
  return controlsOf(design, by, file, makeKey).filter((control) => {
    const isThere = left.some(
      (other) => other.page === control.page && overlapOf(boxOf(other), boxOf(control)) > 0.3,
    );
    return !isThere && !found.some((each) => isSame(each.control, control));
  });
}

function boxOf(control: Control) {
  return { x: control.x, y: control.y, ...sizeOf(control) };
}

/**
 * The design with the new file, in one step.
 * @param confirmed guesses that somebody has confirmed; all others wait for a place
 */
export function withReplacement(
  design: Design,
  file: TemplateFile,
  by: Uploaded,
  found: readonly Replacement[],
  confirmed: ReadonlySet<Control['key']>,
  { initiator, makeKey }: { readonly initiator: string; readonly makeKey: MakeKey },
): Design {
  const { fileName, fileUrl, totalPage, width, height } = by;
  const parties = withParties(design.parties, by.placeholders ?? [], initiator, makeKey);
  const within = { ...design, parties };
  const replaced = applied(within, {
    type: 'fileReplaced',
    file: { ...file, fileName, fileUrl, totalPage, width, height },
    places: found.map(({ control: { key }, standing: how, at }) => ({
      key,
      at: how === 'doubtful' && !confirmed.has(key) ? null : at,
    })),
  });
  const controls = addedBy(within, file.key, by, found, makeKey);
  return applied(replaced, { type: 'controlsAdded', controls });
}
