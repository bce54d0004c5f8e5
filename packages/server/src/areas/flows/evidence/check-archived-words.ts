import { type ArchiveCheck, checked } from './archive-check.js';
import type { Claims } from './archive-claims.js';
import { listWithin, textWithin, within } from './rules/evidence.js';
import { wordProblems } from './rules/words-of-history.js';

/** The words placed by signers are those in the history, or match its salted hashes. */
export function checkWords({ events, record }: Claims): ArchiveCheck {
  const history = events.map(({ event }) => ({
    sequence: Number(textWithin(event, 'sequence')),
    kind: textWithin(event, 'kind'),
    detail: within(event, 'detail'),
  }));
  const claimed = listWithin(record, 'words');
  const problems = wordProblems(history, claimed);
  return checked('words', problems, `${claimed.length} remarks and dates, each as the history recorded it`);
}
