import type { PageGuides } from '@cinnabar/api/pages/page-guides.js';
import type { PageLayout, TextCharacter } from '@cinnabar/pdf/render/page-layout.js';

/** A gap as wide as this many times the line's height ends a run: the columns of a table have baselines of their own. */
const GAP = 2;
/** More than a person can snap to. */
const MAX_GUIDES = 2000;

/** Baselines of the runs of text on a page, and its ruled lines. */
export function guidesOf({ lines, rules }: PageLayout): PageGuides {
  const baselines = lines.flatMap(({ baseline, top, bottom, characters }) =>
    runsOf(characters, GAP * (bottom - top)).map(({ left, right }) => ({
      x: left,
      y: baseline,
      width: Math.round((right - left) * 100) / 100,
    })),
  );
  return { baselines: baselines.slice(0, MAX_GUIDES), lines: rules.slice(0, MAX_GUIDES) };
}

function runsOf(
  characters: readonly TextCharacter[],
  gap: number,
): readonly { readonly left: number; readonly right: number }[] {
  const runs: { left: number; right: number }[] = [];
  for (const { left, right } of characters) {
    const run = runs.at(-1);
    if (run !== undefined && left - run.right <= gap) run.right = Math.max(run.right, right);
    else runs.push({ left, right });
  }
  return runs;
}
