import { FlowStatus } from '@cinnabar/api/enums.js';
import { memo } from 'react';
import { TickBox } from '../../shared/components/tick-box.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Status } from '../shell/status.js';
import { contractsTexts } from './contracts-texts.js';
import { Deadline } from './deadline.js';
import { GoOn } from './go-on.js';
import type { Row } from './row.js';
import type { Selection } from './use-selection.js';
import { Parties, WaitingFor } from './waiting.js';

interface Props {
  readonly rows: readonly Row[];
  readonly selection: Selection;
  /** The row that the keys j and k point to. */
  readonly current: number;
}

export function isOpen(row: Row): boolean {
  return row.flowStatus === FlowStatus.fill || row.flowStatus === FlowStatus.signing;
}

const head = 'h-9 px-3 text-left text-caption font-medium text-n-500';
const cell = 'px-3 py-2 align-top';

/** Contracts as a table, in wide windows. */
export function ContractTable({ rows, selection, current }: Props) {
  const t = useTexts(contractsTexts);
  const isAll = rows.length > 0 && rows.every(({ flowId }) => selection.has(flowId));
  return (
    <table className="w-full table-fixed border-collapse">
      <colgroup>
        <col className="w-11" />
        <col />
        <col className="w-[17%]" />
        <col className="w-16" />
        <col className="w-24" />
        <col className="w-[24%]" />
        <col className="w-36" />
      </colgroup>
      <thead className="sticky top-0 z-10 bg-n-50">
        <tr className="border-b border-n-200">
          <th className="px-1">
            <TickBox
              isTicked={isAll}
              name={t.selectAll}
              onChange={(ticked) => selection.set(rows, ticked)}
              look="flex size-10 items-center justify-center"
            />
          </th>
          <th className={head}>{t.columnTitle}</th>
          <th className={head}>{t.columnParties}</th>
          <th className={`${head} text-right`}>{t.columnProgress}</th>
          <th className={head}>{t.columnStatus}</th>
          <th className={head}>{t.columnWaiting}</th>
          <th className={head}>{t.columnDeadline}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <ContractRow
            key={row.flowId}
            row={row}
            isTicked={selection.has(row.flowId)}
            isCurrent={index === current}
            tick={selection.set}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly row: Row;
  readonly isTicked: boolean;
  readonly isCurrent: boolean;
  readonly tick: Selection['set'];
}

/** Drawn anew only when it has changed itself: one tick must not wait for a hundred rows. */
const ContractRow = memo(function ContractRow({ row, isTicked, isCurrent, tick }: RowProps) {
  const t = useTexts(contractsTexts);
  const { corpId } = useConsole();
  return (
    <tr
      data-current={isCurrent}
      className="border-b border-n-200 bg-n-0 hover:bg-n-25 data-[current=true]:shadow-[inset_3px_0_0_var(--color-info)]"
    >
      <td className="px-1 py-1 align-top">
        <TickBox
          isTicked={isTicked}
          name={t.select(row.flowTitle)}
          onChange={(ticked) => tick([row], ticked)}
          look="flex size-10 items-center justify-center"
        />
      </td>
      <td className={`relative ${cell}`}>
        <ConsoleLink
          href={consoleAddress('consoleContract', { corpId, flowId: row.flowId })}
          className="line-clamp-3 text-desk font-medium text-n-900 no-underline names before:absolute before:inset-0 hover:underline"
        >
          <bdi>{row.flowTitle}</bdi>
        </ConsoleLink>
        <span className="figures block break-all text-caption text-n-500">{row.flowCode}</span>
      </td>
      <td className={cell}>
        <Parties row={row} />
      </td>
      <td className={`${cell} figures text-right text-small text-n-700`}>
        {row.signerNum !== null && row.signedNum !== null && t.progress(row.signedNum, row.signerNum)}
      </td>
      <td className={cell}>
        <Status status={row.flowStatus} />
      </td>
      <td className={cell}>
        <WaitingFor row={row} />
        <GoOn row={row} />
      </td>
      <td className={cell}>
        <Deadline moment={row.expireDate} isOpen={isOpen(row)} />
      </td>
    </tr>
  );
});
