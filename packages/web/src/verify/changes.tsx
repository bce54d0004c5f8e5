import type { VerifyPageChange } from '@cinnabar/api/pages/verify.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { Fold } from './fold.js';
import { verifyTexts } from './verify-texts.js';

interface Props {
  readonly changes: readonly VerifyPageChange[];
  readonly isOpen: boolean;
}

/** What later versions changed, in words; forbidden changes first. */
export function Changes({ changes, isOpen }: Props) {
  const t = useTexts(verifyTexts);
  const { language } = useLanguage();
  if (changes.length === 0) return null;
  const kinds = kindsOf(changes);
  return (
    <Fold title={`${t.later} (${changes.length})`} isOpen={isOpen}>
      <ul className="m-0 flex list-none flex-col gap-1 p-0 text-small">
        {kinds.map(({ change: { kind, words, allowed, unclear, revision }, count }) => (
          <li key={`${revision} ${kind} ${allowed} ${unclear}`} className="flex items-baseline gap-2">
            <span className={`shrink-0 ${allowed ? 'text-success' : 'font-medium text-danger'}`}>
              {allowed ? t.allowed : unclear ? t.unclear : t.forbidden}
            </span>
            <span className="min-w-0 names">
              {t.revision(revision)} · {words[language]}
              {count > 1 && t.times(count)}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

interface Kind {
  readonly change: VerifyPageChange;
  readonly count: number;
}

/** Changes of the same kind in the same version count as one line: a reader does not know their objects. */
function kindsOf(changes: readonly VerifyPageChange[]): readonly Kind[] {
  const sorted = [...changes].sort((one, other) => Number(one.allowed) - Number(other.allowed));
  const kinds: { change: VerifyPageChange; count: number }[] = [];
  for (const change of sorted) {
    const same = kinds.find(({ change: known }) => isSame(known, change));
    if (same === undefined) kinds.push({ change, count: 1 });
    else same.count += 1;
  }
  return kinds;
}

function isSame(one: VerifyPageChange, other: VerifyPageChange): boolean {
  return (
    one.kind === other.kind &&
    one.revision === other.revision &&
    one.allowed === other.allowed &&
    one.unclear === other.unclear
  );
}
