import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { count } from '../shell/format.js';
import { Failed } from '../shell/states.js';
import { DayBars } from './day-bars.js';
import { everyEntry, type Ledger, ledgers } from './every-entry.js';
import { feesTexts } from './fees-texts.js';
import { byDay, daysUpTo, proofOf } from './ledger.js';
import { ledgerTexts } from './ledger-texts.js';

interface Props {
  readonly ledger: Ledger;
  /** The last of the 30 days. */
  readonly last: string;
}

/** The changes of 30 days, whatever the filters, and whether the balances follow from them. */
export function LedgerSummary({ ledger, last }: Props) {
  const t = useTexts(ledgerTexts);
  const { what } = useTexts(feesTexts);
  const { corpId, door } = useConsole();
  const days = daysUpTo(last);
  const asked = useQuery({
    queryKey: ['console', corpId, ledgers[ledger].path, 'days', last],
    queryFn: () =>
      everyEntry(door, ledger, { beginTime: `${days[0]} 00:00:00`, endTime: `${last} 23:59:59` }),
  });
  if (asked.error !== null) {
    return <Failed error={asked.error} retry={() => void asked.refetch()} what={what} />;
  }
  if (asked.data === undefined) return <div className="h-40" />;
  if (asked.data === null) return <p className="m-0 text-small text-n-600">{t.unsummed}</p>;
  const proof = proofOf(asked.data);
  const Icon = proof?.agrees === false ? CircleX : CircleCheck;
  return (
    <>
      <DayBars days={byDay(asked.data, days)} />
      {proof === null ? (
        <p className="m-0 text-small text-n-600">{t.still}</p>
      ) : (
        <p
          role={proof.agrees ? undefined : 'alert'}
          className={`figures m-0 mt-2 flex flex-wrap items-center gap-x-3 text-desk ${proof.agrees ? 'text-success' : 'font-medium text-danger'}`}
        >
          <span className="text-small text-n-600">{t.proof}</span>
          <span>{`${count(proof.opening)} ${signed(proof.change)} = ${count(proof.closing)}`}</span>
          <span className="inline-flex items-center gap-1 text-small">
            <Icon {...smallIcon} className="shrink-0" />
            {proof.agrees ? t.agrees : t.differs}
          </span>
        </p>
      )}
    </>
  );
}

function signed(change: number): string {
  return change < 0 ? `- ${count(-change)}` : `+ ${count(change)}`;
}
