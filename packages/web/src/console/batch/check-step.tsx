import type { BatchColumn } from '@cinnabar/api/batch-columns.js';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { TickBox } from '../../shared/components/tick-box.js';
import { usePageState } from '../../shared/router/page-state.js';
import { saveFile } from '../../shared/save-file.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useWords } from '../shell/error-words.js';
import { Pager } from '../shell/pager.js';
import { planCalls } from './batch-plan.js';
import { type Mapping, rowsOf, withCell } from './batch-table.js';
import { batchTexts } from './batch-texts.js';
import { CheckTable } from './check-table.js';
import { ColumnMapping } from './column-mapping.js';
import { type JudgedRow, judgeRows, sumsOf } from './judged-rows.js';
import type { KeptBatch } from './kept-batch.js';
import type { BatchHandle } from './use-kept-batch.js';
import { noVerdicts, useVerdicts } from './use-verdicts.js';

const SIZE = 50;

interface Props {
  readonly columns: readonly BatchColumn[];
  readonly batch: KeptBatch;
  readonly handle: BatchHandle;
}

/** Every row as the start would take it: mended, faulty, twice; and what sending costs. */
export function CheckStep({ columns, batch, handle }: Props) {
  const t = useTexts(batchTexts);
  const { language } = useLanguage();
  const words = useWords();
  const isOnline = useOnline();
  const [, keep] = usePageState('consoleBatch');
  const [verdicts, setVerdicts] = useState(noVerdicts);
  const [onlyFaulty, setOnlyFaulty] = useState(true);
  const [page, setPage] = useState(1);
  const [cannotKeep, setCannotKeep] = useState(false);
  const judged = useMemo(
    () => judgeRows(batch.rows, columns, verdicts.known),
    [batch.rows, columns, verdicts.known],
  );
  const { error, retry } = useVerdicts(batch.templateId, judged, verdicts, setVerdicts);
  const sums = sumsOf(judged);
  const seen = useFaultySoFar(judged, batch.mapping);
  // Rows that were mended here stay in sight.
  const faulty = judged.filter(({ row }) => seen.has(row.line));
  const isFiltered = onlyFaulty && faulty.length > 0;
  const shown = isFiltered ? faulty : judged;
  const current = Math.min(page, Math.max(1, Math.ceil(shown.length / SIZE)));
  const visible = shown.slice((current - 1) * SIZE, current * SIZE);
  const { balance } = verdicts;
  const sendable = judged.filter(({ state }) => state === 'fine');
  const affordable = balance === null ? sendable.length : Math.max(0, Math.min(sendable.length, balance));
  const change = (make: (before: KeptBatch) => KeptBatch) => void handle.change(make).catch(() => undefined);
  const editRow = (line: number, make: (row: KeptBatch['rows'][number]) => KeptBatch['rows'][number]) =>
    change((before) => ({
      ...before,
      rows: before.rows.map((row) => (row.line === line ? make(row) : row)),
    }));
  const saving = useMutation({
    mutationFn: async () => saveFile(await faultyFile(judged, columns, language)),
  });
  const send = async (count: number) => {
    const rows = sendable.slice(0, count).map(({ row, item }) => ({ line: row.line, item }));
    try {
      await handle.change((before) => ({ ...before, calls: planCalls(rows, () => crypto.randomUUID()) }));
      keep({ step: 4 });
    } catch {
      setCannotKeep(true);
    }
  };
  const hidden = batch.rows.filter(({ isHidden }) => isHidden).length;
  return (
    <>
      <div className="mb-3 space-y-1 text-small text-n-600">
        <p className="figures m-0 names">{t.rowsRead(batch.rows.length, batch.fileName)}</p>
        {batch.source.otherSheets.length > 0 && (
          <p className="m-0">{t.otherSheets(batch.source.otherSheets.join('、'))}</p>
        )}
        {hidden > 0 && <p className="m-0">{t.hiddenRows(hidden)}</p>}
      </div>
      <ColumnMapping
        columns={columns}
        source={batch.source}
        mapping={batch.mapping}
        change={(mapping) =>
          change((before) => ({ ...before, mapping, rows: rowsOf(before.source, mapping) }))
        }
      />
      <div className="mb-2 flex flex-wrap items-center gap-x-6 gap-y-1">
        <TickBox
          isTicked={isFiltered}
          onChange={(next) => {
            setOnlyFaulty(next);
            setPage(1);
          }}
          look="inline-flex min-h-11 items-center gap-2 text-small"
        >
          {t.onlyFaulty(sums.faulty)}
        </TickBox>
        {sums.duplicate > 0 && (
          <Button
            small
            look="quiet"
            onPress={() => {
              const lines = new Set(
                judged.filter(({ isDuplicate }) => isDuplicate).map(({ row }) => row.line),
              );
              change((before) => ({
                ...before,
                rows: before.rows.map((row) => (lines.has(row.line) ? { ...row, isSkipped: true } : row)),
              }));
            }}
          >
            {t.skipDuplicates}
          </Button>
        )}
      </div>
      <CheckTable
        rows={visible}
        columns={columns}
        isReachable={!isFiltered}
        edit={(line, index, text) => editRow(line, (row) => withCell(row, index, text))}
        skip={(line, isSkipped) => editRow(line, (row) => ({ ...row, isSkipped }))}
      />
      {shown.length > SIZE && (
        <Pager isInset page={current} size={SIZE} total={shown.length} isLimited={false} onPage={setPage} />
      )}
      {error !== null && (
        <p role="alert" className="flex items-center gap-3 text-small text-danger">
          {words(error)}
          <Button small onPress={retry}>
            {t.again}
          </Button>
        </p>
      )}
      <ErrorLine text={cannotKeep ? t.cannotKeep : null} />
      <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-n-200 bg-n-25 px-4 py-3 lg:-mx-6 lg:px-6">
        <Button onPress={() => keep({ step: 2 })}>{t.back}</Button>
        <p role="status" className="figures m-0 flex-1 text-small">
          <span className="font-medium">{t.sums(sums.fine, sums.faulty, sums.duplicate)}</span>
          {sums.skipped > 0 && <span className="text-n-600"> · {t.skippedSum(sums.skipped)}</span>}
          <span className="block text-n-600">
            {sums.unknown > 0
              ? t.checkingOf(judged.length - sums.unknown, judged.length)
              : balance === null
                ? null
                : sendable.length > balance
                  ? t.notEnough(sendable.length, balance)
                  : t.cost(sendable.length, balance)}
          </span>
        </p>
        {sums.faulty > 0 && (
          <Button small onPress={() => saving.mutate()}>
            <Download {...smallIcon} />
            {t.download}
          </Button>
        )}
        <ErrorLine text={saving.error === null ? null : words(saving.error)} />
        <Button
          look="binding"
          isDisabled={!isOnline || sums.unknown > 0 || affordable === 0}
          onPress={() => void send(affordable)}
        >
          {affordable < sendable.length ? t.sendFirst(affordable) : t.send(sendable.length)}
        </Button>
      </div>
    </>
  );
}

/** The lines that have had a fault since the columns were assigned. */
function useFaultySoFar(judged: readonly JudgedRow[], mapping: Mapping): ReadonlySet<number> {
  const [seen, setSeen] = useState({ mapping, lines: new Set<number>() });
  const lines = seen.mapping === mapping ? seen.lines : new Set<number>();
  const added = judged.filter(({ state, row }) => state === 'faulty' && !lines.has(row.line));
  if (added.length > 0 || seen.mapping !== mapping) {
    setSeen({ mapping, lines: new Set([...lines, ...added.map(({ row }) => row.line)]) });
  }
  return lines;
}

/** The faulty rows under the names of their columns, to be mended elsewhere. */
async function faultyFile(
  judged: readonly JudgedRow[],
  columns: readonly BatchColumn[],
  language: 'zh' | 'en',
) {
  const faulty = judged.filter(({ state }) => state === 'faulty');
  const reasonOf = ({ cells, said, ofRow }: JudgedRow) => {
    const both = batchTexts[language].faultOf;
    const ofCells = columns.flatMap((column, index) => {
      const fault = cells[index]?.fault ?? null;
      const words = fault === null ? said.get(index) : both[fault];
      return words === undefined ? [] : [`${column[language]}: ${words}`];
    });
    return [...ofCells, ...ofRow].join('; ');
  };
  const rows = [
    [...columns.map((column) => column[language]), batchTexts[language].result],
    ...faulty.map((each) => [...each.row.cells.map(({ text }) => text), reasonOf(each)]),
  ];
  // Only whoever corrects the rows elsewhere loads the writer of workbooks.
  const { writeTable } = await import('./write-table.js');
  return { name: `${batchTexts[language].download}.xlsx`, bytes: new Blob([writeTable(rows)]) };
}
