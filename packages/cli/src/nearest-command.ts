import type { Command } from './command.js';

/** Maximum edit distance of a suggestion. */
const MAX_EDIT_DISTANCE = 2;

/** The command closest to the beginning of these words; null if none is close. */
export function nearestCommand(
  args: readonly string[],
  commands: readonly Pick<Command, 'name'>[],
): string | null {
  let best: string | null = null;
  let least = MAX_EDIT_DISTANCE + 1;
  for (const { name } of commands) {
    const given = args.slice(0, name.split(' ').length).join(' ');
    const slips = distance(given, name);
    if (slips < least) [best, least] = [name, slips];
  }
  return best;
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
