import { useMemo, useState } from 'react';
import { readClipboard } from '../canvas/clipboard.js';
import { CopyPagesSheet } from '../canvas/copy-pages-sheet.js';
import type { Size } from '../canvas/geometry/box.js';
import { useTexts } from '../shared/text/language.js';
import { keepableKeys } from './blocks.js';
import { isRepeatable } from './canvas-bridge.js';
import { useCheckWords } from './check-list.js';
import type { Check } from './checks.js';
import type { ControlKind } from './control-kinds.js';
import type { Control, Design } from './design.js';
import { arrangedRows, shiftedRows } from './list-acts.js';
import { ListBar } from './list-bar.js';
import { type CellContext, onPage, type Unit } from './list-cells.js';
import type { ListCommand } from './list-command.js';
import { ListGrid } from './list-grid.js';
import { listed, renamed } from './list-order.js';
import { pasteCells } from './list-paste.js';
import { listTexts } from './list-texts.js';

interface Props {
  readonly design: Design;
  readonly selection: readonly Control['key'][];
  readonly checks: readonly Check[];
  /** undefined as long as the sizes of a file's pages are not known. */
  readonly pageSize: (file: number, page: number) => Size | undefined;
  /** The text that Ctrl+C puts on the clipboard. */
  readonly clipboardText: (keys: readonly Control['key'][]) => string;
  readonly isReadOnly?: boolean;
  /** What can be added, with its words. */
  readonly kinds?: readonly (readonly [kind: ControlKind, words: string])[];
  /** Whether selections are kept as blocks here. */
  readonly hasBlocks?: boolean;
  readonly send: (command: ListCommand) => void;
}

/** All controls as a table: everything that the canvas does can be done here, with the keyboard alone. */
export function ListView(props: Props) {
  const {
    design,
    selection,
    checks,
    pageSize,
    send,
    isReadOnly = false,
    kinds = [],
    hasBlocks = false,
  } = props;
  const keepable = hasBlocks ? keepableKeys(design, selection) : [];
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

  const shift = (by: 1 | -1) => edit(shiftedRows(rows, chosen, by));

  function edit(controls: readonly Control[]) {
    if (controls.length > 0 && !isReadOnly) send({ type: 'edit', controls });
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
        kinds={kinds}
        hasBlocks={hasBlocks}
        isReadOnly={isReadOnly}
        acts={{
          show: ({ key }) => send({ type: 'reveal', key }),
          add: (kind) => send({ type: 'add', kind }),
          shift,
          arrange: (arrangement) => edit(arrangedRows(selected, arrangement, pageSize)),
          duplicate: () => send({ type: 'duplicate', keys: selected.map(({ key }) => key) }),
          copyTo: () => setCopying(true),
          keepBlock: keepable.length === 0 ? null : () => send({ type: 'keepBlock', keys: keepable }),
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
            cut: (keys) => send({ type: 'cut', keys }),
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
          canRepeat={selected.some(isRepeatable)}
          copy={(to, isSameValue) => {
            setCopying(false);
            send({
              type: 'copyToPages',
              keys: selected.map(({ key }) => key),
              to: { pages: to, isSameValue },
            });
          }}
        />
      )}
    </section>
  );
}
