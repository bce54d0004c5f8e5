import { auditChainState } from '@cinnabar/api/operations/audit.js';
import { Clock, ShieldAlert, ShieldCheck } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { momentInWords } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useAsk } from '../shell/console-context.js';
import { count } from '../shell/format.js';
import { auditTexts } from './audit-texts.js';

const POLL_MS = 60_000;

/** Whether the entries are what was recorded. */
export function ChainLine() {
  const t = useTexts(auditTexts);
  const { language } = useLanguage();
  const { data } = useAsk(auditChainState, {}, { every: POLL_MS });
  if (data === undefined) return <p className="m-0 min-h-6" />;
  const { entries, waiting, brokenAt, checkedTime } = data;
  if (brokenAt !== null) {
    return (
      <div role="alert" className="rounded-control border border-danger bg-danger-tint px-4 py-3">
        <p className="m-0 flex items-center gap-2 text-desk font-medium text-danger">
          <ShieldAlert {...smallIcon} className="shrink-0" />
          {t.broken(count(brokenAt))}
        </p>
        <p className="m-0 mt-1 text-small text-n-700">{t.brokenText}</p>
      </div>
    );
  }
  const Icon = checkedTime === null ? Clock : ShieldCheck;
  const further = [
    ...(checkedTime === null ? [] : [t.checked(momentInWords(checkedTime, language))]),
    ...(waiting === 0 ? [] : [t.waiting(count(waiting))]),
  ];
  return (
    <p className="figures m-0 flex min-h-6 flex-wrap items-center gap-x-2 text-small text-n-600">
      <span
        className={`inline-flex items-center gap-1 ${checkedTime === null ? '' : 'font-medium text-success'}`}
      >
        <Icon {...smallIcon} />
        {checkedTime === null ? t.unchecked(count(entries)) : t.intact(count(entries))}
      </span>
      {further.map((words) => (
        <span key={words}>· {words}</span>
      ))}
    </p>
  );
}
