import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { iconSize } from '../../shared/components/icons.js';
import { TickBox } from '../../shared/components/tick-box.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Status } from '../shell/status.js';
import { isOpen } from './contract-table.js';
import { contractsTexts } from './contracts-texts.js';
import { GoOn } from './go-on.js';
import type { Row } from './row.js';
import type { Selection } from './use-selection.js';
import { Parties, WaitingFor } from './waiting.js';

/** Contracts as cards, on phones. */
export function ContractCards({
  rows,
  selection,
}: {
  readonly rows: readonly Row[];
  readonly selection: Selection;
}) {
  return (
    <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
      {rows.map((row) => (
        <Card key={row.flowId} row={row} isTicked={selection.has(row.flowId)} tick={selection.set} />
      ))}
    </ul>
  );
}

interface CardProps {
  readonly row: Row;
  readonly isTicked: boolean;
  readonly tick: Selection['set'];
}

/** Drawn anew only when it has changed itself. */
const Card = memo(function Card({ row, isTicked, tick }: CardProps) {
  const t = useTexts(contractsTexts);
  const { corpId } = useConsole();
  return (
    <li className="flex items-start">
      <TickBox
        isTicked={isTicked}
        name={t.select(row.flowTitle)}
        onChange={(ticked) => tick([row], ticked)}
        look="flex size-12 shrink-0 items-center justify-center"
      />
      <ConsoleLink
        href={consoleAddress('consoleContract', { corpId, flowId: row.flowId })}
        className="flex min-h-18 min-w-0 flex-1 items-center gap-2 py-3 pr-3 text-n-900 no-underline"
      >
        <span className="min-w-0 flex-1">
          <bdi className="line-clamp-3 text-body font-medium names">{row.flowTitle}</bdi>
          <span className="figures mt-0.5 flex flex-wrap items-center gap-x-3 text-small text-n-500">
            <Status status={row.flowStatus} />
            {row.signerNum !== null && row.signedNum !== null && (
              <span>{t.signed(row.signedNum, row.signerNum)}</span>
            )}
            {isOpen(row) && row.expireDate !== null && (
              <span>{t.until(momentInFigures(row.expireDate))}</span>
            )}
          </span>
          <Parties row={row} />
          <WaitingFor row={row} />
        </span>
        <ChevronRight {...iconSize} className="shrink-0 text-n-400" />
      </ConsoleLink>
      <span className="self-center pr-3 empty:hidden">
        <GoOn row={row} />
      </span>
    </li>
  );
});
