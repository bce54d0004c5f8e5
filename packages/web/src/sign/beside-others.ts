import { type Mark, type Marks, type PageFile, within } from './marks.js';

/** Space between marks, in px. */
const GAP = 8;

/** Moves a new mark next to those that it would cover: below, to the right, above or to the left. */
export function besideOthers(file: PageFile, marks: Marks, wanted: Mark): Mark {
  const others = marks.filter(
    ({ fileId, page, seam }) => !seam && fileId === wanted.fileId && page === wanted.page,
  );
  const centred = within(file, wanted);
  const tried = [
    centred,
    ...others.flatMap((other) => around(other, centred).map((mark) => within(file, mark))),
  ];
  const free = tried.filter((mark) => !others.some((other) => overlap(mark, other)));
  const [nearest] = free.sort((one, other) => distance(one, centred) - distance(other, centred));
  return nearest ?? centred;
}

function around({ x, y, width, height }: Mark, mark: Mark): readonly Mark[] {
  return [
    { ...mark, y: y + height + GAP },
    { ...mark, x: x + width + GAP },
    { ...mark, y: y - mark.height - GAP },
    { ...mark, x: x - mark.width - GAP },
  ];
}

function overlap(one: Mark, other: Mark): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function distance(one: Mark, other: Mark): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
