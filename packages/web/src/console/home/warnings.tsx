import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { ChevronRight, Clock, TriangleAlert } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { firstBalances } from '../../shared/console/first-requests.js';
import { dayInWords } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { count, SOON_MS } from '../shell/format.js';
import { useNow } from '../shell/use-now.js';
import { useOverview } from '../shell/use-overview.js';
import { homeTexts } from './home-texts.js';

function dayOf(instant: number): string {
  const day = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** What runs out: deadlines and balances. */
export function Warnings() {
  const t = useTexts(homeTexts);
  const { corpId } = useConsole();
  const { language } = useLanguage();
  const now = useNow();
  const period = { from: dayOf(now), to: dayOf(now + SOON_MS) };
  const overview = useOverview();
  const { data: corp } = useAsk(baseInfo, firstBalances.input);
  const due = overview.data?.counts.soon ?? 0;
  const warnings = overview.data?.warnings ?? [];
  const days = overview.data?.balanceDays ?? null;
  const certificate = overview.data?.certificateTime ?? null;
  return (
    <div className="flex flex-wrap gap-4">
      {due > 0 && (
        <ConsoleLink
          href={consoleAddress(
            'consoleContracts',
            { corpId },
            { status: '1,2', time: 2, from: period.from, to: period.to },
          )}
          className="figures flex min-h-14 flex-1 basis-72 items-center gap-3 rounded-card bg-warning-tint px-4 py-2 text-desk text-warning no-underline lg:px-5"
        >
          <Clock {...smallIcon} className="shrink-0" />
          <span className="flex-1">{t.soon(count(due))}</span>
          <ChevronRight {...smallIcon} />
        </ConsoleLink>
      )}
      {corp !== undefined && (
        <section
          aria-label={t.overview}
          className="flex min-h-14 flex-1 basis-72 flex-wrap items-center gap-x-6 gap-y-1 rounded-card bg-n-0 px-4 py-2 text-desk shadow-paper lg:px-5"
        >
          <span className="text-n-600">
            {t.contracts}{' '}
            <span className="figures font-semibold text-n-900">{t.copies(count(corp.accountBalance))}</span>
            {days !== null && <span className="figures ml-1 text-small">{t.lasts(count(days))}</span>}
          </span>
          <span className="text-n-600">
            {t.collections}{' '}
            <span className="figures font-semibold text-n-900">{t.copies(count(corp.payeeBalance))}</span>
          </span>
          {certificate !== null && !warnings.some(({ kind }) => kind === 'certificateExpiring') && (
            <span className="figures text-n-600">{t.certificate(dayInWords(certificate, language))}</span>
          )}
          {warnings.map(({ kind, value, time }) => (
            <Warning key={kind} words={t[kind](value, time === null ? '' : dayInWords(time, language))} />
          ))}
          {corp.identStatus !== 'identified' && <Warning words={t.unverified} />}
        </section>
      )}
    </div>
  );
}

function Warning({ words }: { readonly words: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-small text-warning">
      <TriangleAlert {...smallIcon} />
      {words}
    </span>
  );
}
