import type { VerifyPageChange } from '@cinnabar/api/pages/verify.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { Fold } from './fold.js';
import { verifyTexts } from './verify-texts.js';

interface Props {
  readonly changes: readonly VerifyPageChange[];
  readonly isOpen: boolean;
}

/** Changes by later revisions, object by object; forbidden ones first. */
export function Changes({ changes, isOpen }: Props) {
  const t = useTexts(verifyTexts);
  const { language } = useLanguage();
  if (changes.length === 0) return null;
  const sorted = [...changes].sort((one, other) => Number(one.allowed) - Number(other.allowed));
  return (
    <Fold title={`${t.later} (${changes.length})`} isOpen={isOpen}>
      <ul className="m-0 flex list-none flex-col gap-1 p-0 text-small">
        {sorted.map(({ words, allowed, unclear, detail, revision }) => (
          <li key={`${revision} ${words.en} ${detail}`} className="flex items-baseline gap-2">
            <span className={`shrink-0 ${allowed ? 'text-success' : 'font-medium text-danger'}`}>
              {allowed ? t.allowed : unclear ? t.unclear : t.forbidden}
            </span>
            <span className="min-w-0 names">
              {t.revision(revision)} · {words[language]}
              {detail !== '' && <bdi className="ml-1 text-n-500">{detail}</bdi>}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
