import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../shared/text/language.js';
import type { Control } from './design.js';
import { ListCell, SelectCell } from './list-cell.js';
import { type CellContext, type Column, cellText, columns, isEditable, withCell } from './list-cells.js';
import { listTexts } from './list-texts.js';
import { useRowsInSight } from './use-rows-in-sight.js';

interface Props {
  readonly rows: readonly Control[];
  readonly context: CellContext;
  readonly chosen: ReadonlySet<Control['key']>;
  readonly problems: ReadonlyMap<Control['key'], { readonly words: string; readonly isMistake: boolean }>;
  readonly isReadOnly: boolean;
  readonly acts: {
    readonly select: (keys: readonly Control['key'][]) => void;
    readonly reveal: (key: Control['key']) => void;
    readonly edit: (control: Control) => void;
    readonly refuse: (words: string) => void;
    readonly remove: (keys: readonly Control['key'][]) => void;
    /** The text is on the clipboard already. */
    readonly cut: (keys: readonly Control['key'][]) => void;
    readonly duplicate: (keys: readonly Control['key'][]) => void;
    readonly shift: (by: 1 | -1) => void;
    readonly paste: (from: { readonly row: number; readonly column: Column }, text: string) => void;
    readonly clipboardText: (keys: readonly Control['key'][]) => string;
  };
}

interface Cell {
  readonly row: number;
  readonly column: Column;
}

/** A table in which one cell at a time takes the focus (ARIA Authoring Practices, grid pattern). */
const grid = { role: 'grid', 'aria-multiselectable': true } as const;

/** One cell has the focus, which the arrow keys move; only the rows in sight are rendered. */
export function ListGrid({ rows, context, chosen, problems, isReadOnly, acts }: Props) {
  const t = useTexts(listTexts);
  const [active, setActive] = useState<Cell>({ row: 0, column: 'name' });
  /** The text of the cell that is being changed; null: none is. */
  const [typed, setTyped] = useState<string | null>(null);
  /** From where Shift extends the selection. */
  const anchor = useRef(0);
  const takesFocus = useRef(false);
  const { scroller, first, last, above, below, onScroll, reveal } = useRowsInSight(rows.length);
  const row = Math.min(active.row, rows.length - 1);
  const control = rows[row];

  useEffect(() => {
    if (!takesFocus.current || typed !== null) return;
    takesFocus.current = false;
    scroller.current
      ?.querySelector<HTMLElement>(`[data-cell="${row} ${active.column}"]`)
      ?.focus({ preventScroll: true });
  });

  function go(to: Cell) {
    takesFocus.current = true;
    reveal(to.row);
    setActive(to);
  }

  function selectTo(to: number) {
    const [from, end] = [Math.min(anchor.current, to), Math.max(anchor.current, to)];
    acts.select(rows.slice(from, end + 1).map(({ key }) => key));
  }

  function toggle(at: number) {
    const key = rows[at]?.key;
    if (key === undefined) return;
    anchor.current = at;
    acts.select(chosen.has(key) ? [...chosen].filter((each) => each !== key) : [...chosen, key]);
  }

  function begin(text: string | null) {
    if (control === undefined || isReadOnly || !isEditable(control, active.column)) return;
    setTyped(text ?? cellText(context, control, active.column));
  }

  function finish(text: string | null) {
    takesFocus.current = true;
    setTyped(null);
    if (text === null || control === undefined || text === cellText(context, control, active.column)) return;
    const next = withCell(context, control, active.column, text);
    if (next === null) acts.refuse(t.refused(text, t.columns[active.column]));
    else acts.edit(next);
  }

  const targets = () => (chosen.size > 0 ? [...chosen] : control === undefined ? [] : [control.key]);

  function pressed(event: KeyboardEvent) {
    // Check boxes and buttons of the table have keys of their own.
    if (typed !== null || cellOf(event.target) === null) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const next = isCommand ? null : cellAfter(event.key, { row, column: active.column }, rows.length);
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      if (isReadOnly || control === undefined) return;
      if (!chosen.has(control.key)) acts.select([control.key]);
      else acts.shift(event.key === 'ArrowUp' ? -1 : 1);
    } else if (next !== null) {
      event.preventDefault();
      go(next);
      if (event.shiftKey && next.row !== row) selectTo(next.row);
      else if (!event.shiftKey) anchor.current = next.row;
    } else if (isCommand && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      acts.select(rows.map(({ key }) => key));
    } else if (isCommand && event.key.toLowerCase() === 'd' && !isReadOnly) {
      event.preventDefault();
      acts.duplicate(targets());
    } else if (event.key === ' ') {
      event.preventDefault();
      toggle(row);
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      begin(null);
    } else if (event.key === 'Delete' && !isReadOnly) {
      event.preventDefault();
      takesFocus.current = true;
      acts.remove(targets());
    } else if (event.key === 'Escape' && chosen.size > 0) acts.select([]);
    else if (event.key.length === 1 && !isCommand && !event.altKey) {
      // Typing replaces what the cell holds, as in a spreadsheet.
      event.preventDefault();
      begin(event.key);
    }
  }

  function copied(event: ClipboardEvent) {
    const keys = targets();
    if (typed !== null || keys.length === 0) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', acts.clipboardText(keys));
    if (event.type !== 'cut' || isReadOnly) return;
    takesFocus.current = true;
    acts.cut(keys);
  }

  function pasted(event: ClipboardEvent) {
    if (typed !== null) return;
    event.preventDefault();
    acts.paste({ row, column: active.column }, event.clipboardData.getData('text/plain'));
  }

  function focused({ target }: FocusEvent) {
    const cell = cellOf(target);
    if (cell !== null && (cell.row !== row || cell.column !== active.column)) setActive(cell);
  }

  function clicked(event: MouseEvent) {
    const cell = cellOf(event.target);
    if (cell === null) return;
    const { row: at } = cell;
    if (event.shiftKey) selectTo(at);
    else if (event.ctrlKey || event.metaKey) toggle(at);
    else {
      anchor.current = at;
      const key = rows[at]?.key;
      if (key !== undefined) acts.select([key]);
      if (event.detail === 2) begin(null);
    }
  }

  return (
    <div ref={scroller} onScroll={onScroll} className="min-h-0 flex-1 overflow-auto overscroll-contain">
      <table
        {...grid}
        aria-label={t.title}
        aria-description={t.keys}
        aria-rowcount={rows.length + 1}
        onKeyDown={pressed}
        onClick={clicked}
        onFocus={focused}
        onCopy={copied}
        onCut={copied}
        onPaste={pasted}
        className="w-full border-collapse text-desk"
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={headLook}>
              <input
                type="checkbox"
                aria-label={t.selectAll}
                checked={chosen.size === rows.length}
                onChange={() => acts.select(chosen.size === rows.length ? [] : rows.map(({ key }) => key))}
                className="size-5 align-middle"
              />
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`${headLook} ${isNumber(column) ? 'text-right' : 'text-left'}`}
              >
                {t.columns[column]}
              </th>
            ))}
            <th scope="col" className={`${headLook} text-left`}>
              {t.problem}
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {rows.slice(first, last).map((each, offset) => {
            const at = first + offset;
            const problem = problems.get(each.key);
            return (
              <tr
                key={each.key}
                aria-rowindex={at + 2}
                aria-selected={chosen.has(each.key)}
                className={`h-10 border-b border-n-100 ${chosen.has(each.key) ? 'bg-info-tint' : ''}`}
              >
                <SelectCell
                  label={t.select(each.name)}
                  isSelected={chosen.has(each.key)}
                  toggle={() => toggle(at)}
                />
                {columns.map((column) => {
                  const isActive = at === row && column === active.column;
                  return (
                    <ListCell
                      key={column}
                      id={`${at} ${column}`}
                      text={cellText(context, each, column)}
                      label={t.columns[column]}
                      isNumber={isNumber(column)}
                      isActive={isActive}
                      isLocked={isReadOnly || !isEditable(each, column)}
                      typed={isActive ? typed : null}
                      type={setTyped}
                      finish={finish}
                    />
                  );
                })}
                <td className="px-2 py-0 text-small whitespace-nowrap">
                  {problem !== undefined && (
                    <button
                      type="button"
                      onClick={() => acts.reveal(each.key)}
                      className={`relative h-9 border-0 bg-transparent before:absolute before:-inset-y-1 before:inset-x-0 p-0 text-left underline-offset-4 hover:underline ${problem.isMistake ? 'text-danger' : 'text-warning'}`}
                    >
                      {problem.words}
                    </button>
                  )}
                </td>
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
}

const headLook =
  'sticky top-0 z-10 h-9 border-b border-n-200 bg-n-50 px-2 text-small font-medium whitespace-nowrap text-n-600';

function cellOf(target: EventTarget): Cell | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row = '', name = ''] = (element?.dataset['cell'] ?? '').split(' ');
  const column = columns.find((each) => each === name);
  return column === undefined ? null : { row: Number(row), column };
}

function isNumber(column: Column): boolean {
  return ['page', 'x', 'y', 'width', 'height'].includes(column);
}

const PAGE = 10;

/** The cell that a key leads to; null for any other key. */
function cellAfter(key: string, { row, column }: Cell, count: number): Cell | null {
  const at = columns.indexOf(column);
  const to = (wishedRow: number, wishedColumn: number): Cell => ({
    row: Math.max(0, Math.min(wishedRow, count - 1)),
    column: columns[Math.max(0, Math.min(wishedColumn, columns.length - 1))] ?? column,
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, at);
    case 'ArrowDown':
      return to(row + 1, at);
    case 'ArrowLeft':
      return to(row, at - 1);
    case 'ArrowRight':
      return to(row, at + 1);
    case 'PageUp':
      return to(row - PAGE, at);
    case 'PageDown':
      return to(row + PAGE, at);
    case 'Home':
      return to(row, 0);
    case 'End':
      return to(row, columns.length - 1);
    default:
      return null;
  }
}
