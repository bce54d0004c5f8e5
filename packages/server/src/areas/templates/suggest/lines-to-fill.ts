import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { Rule } from '@cinnabar/pdf/render/page-layout.js';
import { nameFrom, valueKindOf } from './blank-labels.js';
import type { FoundControl } from './found-control.js';
import { isWrittenOn, type PageView, type Segment, textOf } from './page-pieces.js';

/** px */
const MIN_WIDTH = 60;
const WIDE = 240;
const HEIGHT = 24;
/** Share of the width of the text. */
const WIDEST = 0.6;
const [MIN_STEP, MAX_STEP, NEAR] = [14, 60, 8];
/** In ems: how far below its label the first line is. */
const BELOW_LABEL = 3;

/** Ruled lines of their own, without text, below a label: `其他约定：` with lines to write on, or one that was too long. */
export function linesToFill(
  view: PageView,
  party: (segment: Segment, left: number) => string,
): readonly FoundControl[] {
  return linesWithLabels(view).map(({ stack, label, isLong }) => {
    const [first, last] = [stack[0], stack.at(-1) ?? stack[0]];
    const text = textOf(label);
    const kind = valueKindOf(text);
    const top = first.y - HEIGHT + 2;
    const height = isLong ? last.y - top : HEIGHT;
    const box = { x: first.x, y: top, width: first.width, height };
    return {
      by: 'ruledLine' as const,
      score: 0.75,
      page: view.page,
      box,
      claimed: box,
      componentType: isLong ? componentTypes.multiLineText : kind.componentType,
      name: nameFrom(text) || '填写',
      participantFlag: party(label, first.x),
      required: 1 as const,
      attribute: {
        ...(isLong ? {} : kind.attribute),
        width: Math.round(first.width),
        height: Math.round(height),
      },
    };
  });
}

interface LabelledLines {
  readonly stack: readonly [Rule, ...Rule[]];
  readonly label: Segment;
  /** Whether they are one text of several lines. */
  readonly isLong: boolean;
}

/** The lines to write on, each with the label above it. */
export function linesWithLabels(view: PageView): readonly LabelledLines[] {
  return stacksOf(view).flatMap((stack): readonly LabelledLines[] => {
    const [first, ...others] = stack;
    const label = first === undefined ? undefined : labelOf(view, first);
    if (first === undefined || label === undefined) return [];
    const text = textOf(label);
    const isLong = others.length > 0 && first.width >= WIDE;
    const isLabel = isLong ? !/[。;；,，]/u.test(text) : text.endsWith(':') && isTooLong(view, label, first);
    return text === '' || !isLabel ? [] : [{ stack: [first, ...others], label, isLong }];
  });
}

/** A line that had no room behind its label; one as wide as the page separates what is above it from what is below. */
function isTooLong({ segments }: PageView, label: Segment | undefined, { width }: Rule): boolean {
  const left = Math.min(...segments.map((segment) => segment.left));
  const right = Math.max(...segments.map((segment) => segment.right));
  return label !== undefined && label.right + width > right && width < WIDEST * (right - left);
}

/** Lines without text, those of one paragraph together. */
function stacksOf({ written, segments }: PageView): readonly (readonly Rule[])[] {
  const stacks: Rule[][] = [];
  for (const rule of written) {
    const isFree =
      rule.width >= MIN_WIDTH && !segments.some(({ baseline, em }) => isWrittenOn(rule, baseline, em));
    if (!isFree) continue;
    const above = stacks.at(-1)?.at(-1);
    const step = above === undefined ? 0 : rule.y - above.y;
    const isBelow =
      above !== undefined && step >= MIN_STEP && step <= MAX_STEP && Math.abs(above.x - rule.x) <= NEAR;
    const isBetween = segments.some(
      ({ baseline }) => above !== undefined && baseline > above.y && baseline < rule.y,
    );
    if (isBelow && !isBetween) stacks.at(-1)?.push(rule);
    else stacks.push([rule]);
  }
  return stacks;
}

/** The line above, in the same column. */
function labelOf({ segments }: PageView, { x, y, width }: Rule): Segment | undefined {
  return segments.findLast(
    ({ baseline, em, left, right }) =>
      baseline < y && y - baseline < BELOW_LABEL * em && left < x + width && right > x - NEAR,
  );
}
