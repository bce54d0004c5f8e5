import type { BatchColumn } from '@cinnabar/api/batch-columns.js';
import { CircleCheck, CircleX, Copy, Undo2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '../../shared/components/button.js';
import { iconSize } from '../../shared/components/icons.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { StateWord } from '../shell/state-word.js';
import { batchTexts } from './batch-texts.js';
import type { JudgedRow } from './judged-rows.js';

interface Props {
  readonly rows: readonly JudgedRow[];
  readonly columns: readonly BatchColumn[];
  /** Whether Tab stops at cells that are right, too. */
  readonly isReachable: boolean;
  readonly edit: (line: number, index: number, text: string) => void;
  readonly skip: (line: number, isSkipped: boolean) => void;
}

/** Only faulty cells are fields, so that Tab leads from fault to fault; others become one when they are pressed. */
export function CheckTable({ rows, columns, isReachable, edit, skip }: Props) {
  const t = useTexts(batchTexts);
  const { language } = useLanguage();
  return (
    <section aria-label={t.stepCheck} className="overflow-x-auto rounded-card bg-n-0 shadow-paper">
      <table className="w-full border-collapse text-small">
        <thead>
          <tr className="border-b border-n-200 text-left text-caption text-n-600">
            <th scope="col" className="h-9 px-3 font-medium">
              {t.line}
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className="min-w-24 px-2 font-medium names">
                {column[language]}
                {column.required && <span aria-hidden> *</span>}
              </th>
            ))}
            <th scope="col" className="sticky right-0 bg-n-0 px-3 font-medium whitespace-nowrap">
              {t.result}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-n-200">
          {rows.map((judged) => (
            <Row
              key={judged.row.line}
              judged={judged}
              columns={columns}
              isReachable={isReachable}
              edit={(index, text) => edit(judged.row.line, index, text)}
              skip={(isSkipped) => skip(judged.row.line, isSkipped)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  readonly judged: JudgedRow;
  readonly columns: readonly BatchColumn[];
  readonly isReachable: boolean;
  readonly edit: (index: number, text: string) => void;
  readonly skip: (isSkipped: boolean) => void;
}

function Row({ judged, columns, isReachable, edit, skip }: RowProps) {
  const t = useTexts(batchTexts);
  const { language } = useLanguage();
  const { row, cells, said, ofRow, isDuplicate, state } = judged;
  const faults = cells.filter(({ fault }) => fault !== null).length + said.size + ofRow.length;
  return (
    <tr className={row.isSkipped ? 'text-n-500' : ''}>
      <th scope="row" className="figures h-12 px-3 text-left font-normal text-n-600">
        {row.line}
      </th>
      {columns.map((column, index) => {
        const cell = cells[index];
        if (cell === undefined) return <td key={column.key} />;
        const { text, note } = row.cells[index] ?? { text: '', note: null };
        const fault = row.isSkipped
          ? null
          : cell.fault === null
            ? (said.get(index) ?? null)
            : t.faultOf[cell.fault];
        const hint = cell.mend !== null ? t.mendOf[cell.mend] : note !== null ? t.noteOf[note] : null;
        return (
          <td key={column.key} className="px-2 py-1 align-top">
            <Cell
              label={t.edit(row.line, column[language])}
              text={fault === null ? cell.value : text}
              fault={fault}
              hint={hint}
              isReachable={isReachable}
              save={(next) => edit(index, next)}
            />
          </td>
        );
      })}
      <td className="sticky right-0 bg-n-0 px-3 whitespace-nowrap">
        <span className="flex items-center gap-2">
          <span className="flex-1">
            {state === 'skipped' ? (
              t.skipped
            ) : state === 'unknown' ? (
              <span className="text-n-500">{t.checking}</span>
            ) : state === 'fine' ? (
              <StateWord look={{ Icon: CircleCheck, colour: 'text-success' }} word={t.fine} />
            ) : (
              <StateWord look={{ Icon: CircleX, colour: 'text-danger' }} word={t.faults(faults)} />
            )}
            {isDuplicate && state !== 'skipped' && (
              <span title={t.duplicateText} className="block">
                <StateWord look={{ Icon: Copy, colour: 'text-warning' }} word={t.duplicate} />
              </span>
            )}
            {ofRow.map((words) => (
              <span key={words} className="block max-w-60 text-caption whitespace-normal text-danger">
                {words}
              </span>
            ))}
          </span>
          <IconButton
            label={row.isSkipped ? t.take : t.skip}
            excludeFromTabOrder={!isReachable}
            onPress={() => skip(!row.isSkipped)}
          >
            {row.isSkipped ? <Undo2 {...iconSize} /> : <X {...iconSize} />}
          </IconButton>
        </span>
      </td>
    </tr>
  );
}

interface CellProps {
  readonly label: string;
  readonly text: string;
  readonly fault: string | null;
  readonly hint: string | null;
  readonly isReachable: boolean;
  readonly save: (text: string) => void;
}

function Cell({ label, text, fault, hint, isReachable, save }: CellProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (fault === null && !isOpen) {
    return (
      <>
        <button
          type="button"
          tabIndex={isReachable ? 0 : -1}
          onClick={() => setOpen(true)}
          className="block min-h-10 w-full cursor-text rounded-control border border-transparent bg-transparent px-1 text-left text-small text-inherit hover:border-n-300 names"
        >
          <span className="sr-only">{label} </span>
          <bdi>{text}</bdi>
        </button>
        {hint !== null && <span className="block px-1 text-caption text-info">{hint}</span>}
      </>
    );
  }
  return (
    <div className="min-w-28">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        key={text}
        id={id}
        defaultValue={text}
        // biome-ignore lint/a11y/noAutofocus: the person has pressed this cell
        autoFocus={isOpen}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        onBlur={(event) => {
          setOpen(false);
          if (event.target.value !== text) save(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        className={`box-border h-10 w-full rounded-control border bg-n-0 px-2 text-small text-n-900 ${fault === null ? 'border-n-400' : 'border-danger'}`}
      />
      <span id={`${id}-fault`} className="block text-caption text-danger names">
        {fault}
      </span>
    </div>
  );
}
