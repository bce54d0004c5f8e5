import { momentInFigures } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { durationInWords, leftUntil, SOON_MS } from '../shell/format.js';
import { useNow } from '../shell/use-now.js';
import { contractsTexts } from './contracts-texts.js';

/** The deadline of a contract, and the time that is left while it is open. */
export function Deadline({ moment, isOpen }: { readonly moment: string | null; readonly isOpen: boolean }) {
  const t = useTexts(contractsTexts);
  const { language } = useLanguage();
  const now = useNow();
  if (moment === null) return <span className="text-small text-n-500">{t.noDeadline}</span>;
  const left = leftUntil(moment, now);
  const isClose = isOpen && left < SOON_MS;
  return (
    <span className="figures block text-small text-n-700">
      <span className="whitespace-nowrap">{momentInFigures(moment)}</span>
      {isOpen && (
        <span className={`block text-caption ${isClose ? 'font-medium text-danger' : 'text-n-500'}`}>
          {left < 0 ? t.overdue : t.left(durationInWords(left, language))}
        </span>
      )}
    </span>
  );
}
