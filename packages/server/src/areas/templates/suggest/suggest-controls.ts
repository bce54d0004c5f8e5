import type { FormField } from '@cinnabar/pdf/render/page-layout.js';
import { blanksToFill } from './blanks-to-fill.js';
import { boxesToTick } from './boxes-to-tick.js';
import { cellsToFill } from './cells-to-fill.js';
import { datesToFill } from './dates-to-fill.js';
import { fieldsOfForm } from './fields-of-form.js';
import { type Area, type FoundControl, overlapOf } from './found-control.js';
import { labelsToFill } from './labels-to-fill.js';
import { linesToFill } from './lines-to-fill.js';
import type { PageView, Segment } from './page-pieces.js';
import { headingsOf, namedParties, type Party, partyAt, partyIn } from './parties-of-contract.js';
import { signatureAreas } from './signature-areas.js';

/** A control that exists already. */
export interface ExistingControl {
  readonly page: number;
  readonly box: Area;
}

/** Print belongs to one control if more than this share of it is common. */
const SAME_PRINT = 0.3;

/**
 * The places of a contract that are to be filled in or signed, in reading order. Rules for different kinds of places look
 * at the same print; the more certain kind wins. Nothing is suggested over an existing control.
 */
export function suggestControls(
  views: readonly PageView[],
  fields: readonly FormField[],
  parties: readonly Party[],
  existing: readonly ExistingControl[] = [],
): readonly FoundControl[] {
  const named = namedParties(parties, views);
  const headings = headingsOf(views, named);
  const flagAt = (page: number, left: number, baseline: number, label: string): string => {
    const party = partyIn(label, named) ?? partyAt({ page, left, baseline }, headings, named);
    return party?.participantFlag ?? '';
  };
  const found = [
    ...fieldsOfForm(fields, ({ page, x, y, height, name }) => flagAt(page, x, y + height, name)),
    ...signatureAreas(views, named, headings),
    ...views.flatMap((view, index) => {
      const at = ({ baseline }: Segment, left: number) => flagAt(view.page, left, baseline, '');
      return [
        ...datesToFill(view, at),
        ...boxesToTick(view, at),
        ...blanksToFill(view, at),
        ...cellsToFill(view, views[index - 1], ({ x, y, height }, label) =>
          flagAt(view.page, x, y + height, label),
        ),
        ...linesToFill(view, at),
        ...labelsToFill(view, at),
      ];
    }),
  ];
  const kept: FoundControl[] = [];
  for (const control of found) {
    const isTaken =
      kept.some(
        (other) => other.page === control.page && overlapOf(other.claimed, control.claimed) > SAME_PRINT,
      ) ||
      existing.some((other) => other.page === control.page && overlapOf(other.box, control.box) > SAME_PRINT);
    if (!isTaken) kept.push(control);
  }
  return inReadingOrder(kept, views);
}

function inReadingOrder(found: readonly FoundControl[], views: readonly PageView[]): readonly FoundControl[] {
  return views.flatMap(({ page }) =>
    found
      .filter((control) => control.page === page)
      .toSorted((one, other) => {
        const gap = one.claimed.y - other.claimed.y;
        return Math.abs(gap) < LINE ? one.claimed.x - other.claimed.x : gap;
      }),
  );
}

/** px */
const LINE = 8;
