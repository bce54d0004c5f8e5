import { useMemo, useState } from 'react';
import { readClipboard } from '../canvas/clipboard.js';
import { CopyPagesSheet } from '../canvas/copy-pages-sheet.js';
import { type Arrangement, arranged } from '../canvas/geometry/arranging.js';
import type { Size } from '../canvas/geometry/box.js';
import { useTexts } from '../shared/text/language.js';
import { useCheckWords } from './check-list.js';
import type { Check } from './checks.js';
import { isFixedSize, kindOf } from './control-kinds.js';
import { type Control, type Design, UNPLACED } from './design.js';
import { ListBar } from './list-bar.js';
import { boxOf, type CellContext, onPage, type Unit, withBox } from './list-cells.js';
import { ListGrid } from './list-grid.js';
import { listed, renamed, reordered } from './list-order.js';
import { pasteCells } from './list-paste.js';
import { listTexts } from './list-texts.js';

/** What a person did in the list. The host changes the design, in one step of undo each. */
export type ListCommand =
  | { readonly type: 'select'; readonly keys: readonly Control['key'][] }
  | { readonly type: 'reveal'; readonly key: Control['key'] }
  /** Controls as they are to be, in place of those with their keys. */
  | { readonly type: 'edit'; readonly controls: readonly Control[] }
  | { readonly type: 'delete' | 'duplicate'; readonly keys: readonly Control['key'][] }
  | {
      readonly type: 'copyToPages';
      readonly keys: readonly Control['key'][];
      readonly pages: readonly number[];
    }
  /** Controls that were copied here, on the canvas or in another template. */
  | { readonly type: 'paste'; readonly text: string };

interface Props {
  readonly design: Design;
  readonly selection: readonly Control['key'][];
  readonly checks: readonly Check[];
  /** undefined as long as the sizes of a file's pages are not known. */
  readonly pageSize: (file: number, page: number) => Size | undefined;
  /** The text that Ctrl+C puts on the clipboard. */
  readonly clipboardText: (keys: readonly Control['key'][]) => string;
  readonly isReadOnly?: boolean;
  readonly send: (command: ListCommand) => void;
}

/** All controls as a table: everything that the canvas does can be done here, with the keyboard alone. */
export function ListView(props: Props) {
  const { design, selection, checks, pageSize, send, isReadOnly = false } = props;
  const t = useTexts(listTexts);
  const wordsOf = useCheckWords();
  const [unit, setUnit] = useState<Unit>('mm');
  const [said, setSaid] = useState('');
  const [isCopying, setCopying] = useState(false);
  const rows = useMemo(() => listed(design), [design]);
  const context = useMemo(
    (): CellContext => ({ design, pageSize, unit, words: t }),
    [design, pageSize, unit, t],
  );
  const chosen = useMemo(() => new Set(selection), [selection]);
  const selected = rows.filter(({ key }) => chosen.has(key));
  const problems = useMemo(() => {
    const words = new Map<string, { readonly words: string; readonly isMistake: boolean }>();
    for (const check of checks) {
      if (check.key === null || words.has(check.key)) continue;
      words.set(check.key, { words: wordsOf(check), isMistake: check.isMistake });
    }
    return words;
  }, [checks, wordsOf]);

  function edit(controls: readonly Control[]) {
    if (controls.length > 0 && !isReadOnly) send({ type: 'edit', controls });
  }

  function arrange(arrangement: Arrangement) {
    const placed = selected.filter((control) => control.page !== UNPLACED && kindOf(control) !== 'seam');
    const places = arranged(
      placed.map((control) => ({
        ...boxOf(control),
        key: control.key,
        fileId: control.file,
        page: control.page,
        isFixed: isFixedSize(control),
      })),
      arrangement,
      ({ fileId, page }) => pageSize(fileId, page),
    );
    const boxes = new Map(places.map((place) => [place.key, place]));
    edit(
      placed.flatMap((control) => {
        const box = boxes.get(control.key);
        return box === undefined ? [] : [withBox(control, box)];
      }),
    );
  }

  /** Moves the selected rows as a block by one row. */
  function shift(by: 1 | -1) {
    const places = rows.flatMap(({ key }, index) => (chosen.has(key) ? [index] : []));
    const [first = 0, last = 0] = [places[0], places.at(-1)];
    const before = by === -1 ? first - 1 : last + 2;
    if (before >= 0 && before <= rows.length) edit(reordered(rows, chosen, before));
  }

  function paste(from: Parameters<typeof pasteCells>[2], text: string) {
    if (isReadOnly) return;
    if (readClipboard(text) !== null) return send({ type: 'paste', text });
    const { controls, refused, ignoredRows } = pasteCells(context, rows, from, text);
    edit(controls);
    setSaid(t.pasted(controls.length, refused.length, ignoredRows));
  }

  const [first] = selected;
  const file = design.files.find(({ key }) => key === first?.file);
  const pages = Array.from({ length: file?.totalPage ?? 0 }, (_, index) =>
    file === undefined ? undefined : pageSize(file.key, index + 1),
  ).filter((size) => size !== undefined);
  return (
    <section aria-label={t.title} className="flex h-full min-h-0 flex-col">
      <ListBar
        selected={selected}
        maxPage={file?.totalPage ?? 1}
        unit={unit}
        setUnit={setUnit}
        isReadOnly={isReadOnly}
        acts={{
          show: ({ key }) => send({ type: 'reveal', key }),
          shift,
          arrange,
          duplicate: () => send({ type: 'duplicate', keys: selected.map(({ key }) => key) }),
          copyTo: () => setCopying(true),
          moveTo: (page) => edit(selected.flatMap((control) => onPage(context, control, page) ?? [])),
          rename: (pattern) => edit(renamed(selected, pattern)),
          remove: () => send({ type: 'delete', keys: selected.map(({ key }) => key) }),
        }}
      />
      {rows.length === 0 ? (
        <p className="m-0 p-4 text-desk text-n-600">{t.empty}</p>
      ) : (
        <ListGrid
          rows={rows}
          context={context}
          chosen={chosen}
          problems={problems}
          isReadOnly={isReadOnly}
          acts={{
            select: (keys) => send({ type: 'select', keys }),
            reveal: (key) => send({ type: 'reveal', key }),
            edit: (control) => edit([control]),
            refuse: setSaid,
            remove: (keys) => send({ type: 'delete', keys }),
            duplicate: (keys) => send({ type: 'duplicate', keys }),
            shift,
            paste,
            clipboardText: props.clipboardText,
          }}
        />
      )}
      <p aria-live="polite" className="m-0 min-h-6 px-3 text-small text-n-600">
        {said}
      </p>
      {isCopying && first !== undefined && (
        <CopyPagesSheet
          pages={pages}
          own={first.page}
          close={() => setCopying(false)}
          copy={(to) => {
            setCopying(false);
            send({ type: 'copyToPages', keys: selected.map(({ key }) => key), pages: to });
          }}
        />
      )}
    </section>
  );
}
