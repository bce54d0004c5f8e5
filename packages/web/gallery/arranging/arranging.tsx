/** The canvas, the list and the checks around one document: `?pages=200&controls=500`. Used by tests and the bench. */
import '../gallery.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useMemo, useReducer, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { Canvas } from '../../src/canvas/canvas.js';
import type { CanvasHandle } from '../../src/canvas/canvas-handle.js';
import type { CanvasCommand, CanvasControl, NewControl } from '../../src/canvas/canvas-types.js';
import { readClipboard, writeClipboard } from '../../src/canvas/clipboard.js';
import { type Arrangement, arranged } from '../../src/canvas/geometry/arranging.js';
import { copiesOnPages } from '../../src/designer/canvas-bridge.js';
import { CheckList } from '../../src/designer/check-list.js';
import { checksOf } from '../../src/designer/checks.js';
import type { Control } from '../../src/designer/design.js';
import { boxOf, withBox } from '../../src/designer/list-cells.js';
import type { ListCommand } from '../../src/designer/list-command.js';
import { ListView } from '../../src/designer/list-view.js';
import { Button } from '../../src/shared/components/button.js';
import { changed, historyOf, redone, undone } from '../../src/shared/state/history.js';
import { useUndoKeys } from '../../src/shared/state/use-undo-keys.js';
import { LanguageProvider } from '../../src/shared/text/language.js';
import { givenControl, givenDesign, givenFiles } from './given-design.js';

const query = new URLSearchParams(location.search);
const pageCount = Number(query.get('pages') ?? 3);
const files = givenFiles(pageCount);
const first = givenDesign(pageCount, Number(query.get('controls') ?? 6));
const parties = first.parties.map(({ flag }) => ({ name: flag }));
const text: NewControl = { kind: 'text', party: 0, name: '单行文本', width: 160, height: 24 };
const pageSize = (file: number, page: number) => files.find(({ fileId }) => fileId === file)?.pages[page - 1];
const nothing = new Set<never>();
const pageOf = ({ fileId, page }: { readonly fileId: number; readonly page: number }) =>
  pageSize(fileId, page);

type Change = (controls: readonly Control[]) => readonly Control[];
type Event = { readonly change: Change } | 'undo' | 'redo';

function reduce(history: ReturnType<typeof historyOf<readonly Control[]>>, event: Event) {
  if (event === 'undo') return undone(history);
  return event === 'redo' ? redone(history) : changed(history, event.change(history.now));
}

function Arranging() {
  const [history, dispatch] = useReducer(reduce, first.controls, historyOf<readonly Control[]>);
  const [selection, setSelection] = useState<readonly string[]>([]);
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const handle = useRef<CanvasHandle | null>(null);
  const made = useRef(first.controls.length);
  const controls = history.now;
  const design = useMemo(() => ({ ...first, controls }), [controls]);
  const checks = useMemo(
    () =>
      checksOf(design, { sizeOf: pageSize, undrawable: nothing, keywordMissing: nothing, scans: nothing }),
    [design],
  );
  const drawn = useMemo(() => controls.map(drawnControl), [controls]);
  const pictureOf = useCallback(() => blank, []);
  const undo = useCallback(() => dispatch('undo'), []);
  const redo = useCallback(() => dispatch('redo'), []);
  useUndoKeys({ undo, redo });

  function edit(edited: readonly Control[]) {
    const next = new Map(edited.map((control) => [control.key, control]));
    dispatch({ change: (all) => all.map((each) => next.get(each.key) ?? each) });
  }

  function add(added: readonly Control[]) {
    dispatch({ change: (all) => [...all, ...added] });
    setSelection(added.map(({ key }) => key));
    setFocusKey(added[0]?.key ?? null);
  }

  function copies(
    of: readonly Control[],
    change: (control: Control) => Partial<Control>,
  ): readonly Control[] {
    return of.map((control) => {
      made.current += 1;
      return { ...control, ...change(control), key: `c${made.current}`, componentKey: `key_${made.current}` };
    });
  }

  const chosen = (keys: readonly string[]) => controls.filter(({ key }) => keys.includes(key));
  const clipboardText = (keys: readonly string[]) => writeClipboard(chosen(keys));

  function remove(keys: readonly string[]) {
    dispatch({ change: (all) => all.filter(({ key }) => !keys.includes(key)) });
    setSelection([]);
  }

  function paste(pasted: string, page?: number) {
    const keys = (readClipboard(pasted) ?? []).map((each) =>
      typeof each === 'object' && each !== null && 'key' in each ? String(each.key) : '',
    );
    add(copies(chosen(keys), ({ page: own }) => ({ page: page ?? own })));
  }

  function done(command: CanvasCommand) {
    switch (command.type) {
      case 'select':
        return setSelection(command.keys);
      case 'move':
      case 'resize': {
        const places = new Map(command.places.map((place) => [place.key, place]));
        return edit(
          chosen([...places.keys()]).map((control) => {
            const place = places.get(control.key);
            return place === undefined ? control : { ...withBox(control, place), page: place.page };
          }),
        );
      }
      case 'add': {
        made.current += 1;
        const { page, x, y, width, height } = command.place;
        const control = { ...givenControl(pageCount, 0), key: `c${made.current}` };
        return add([
          {
            ...control,
            name: '新控件',
            page,
            x: Math.round(x),
            y: Math.round(y),
            attribute: { width, height },
          },
        ]);
      }
      case 'delete':
        return remove(command.keys);
      case 'cut':
        return remove(command.keys);
      case 'duplicate':
        return add(copies(chosen(command.keys), ({ x, y }) => ({ x: x + 16, y: y + 16 })));
      case 'paste':
        return paste(command.text, command.at.page);
      default:
        return undefined;
    }
  }

  function listed(command: ListCommand) {
    switch (command.type) {
      case 'select':
        return setSelection(command.keys);
      case 'reveal':
        return handle.current?.reveal(command.key);
      case 'edit':
        return edit(command.controls);
      case 'delete':
      case 'cut':
        return remove(command.keys);
      case 'duplicate':
        return add(copies(chosen(command.keys), ({ x, y }) => ({ x: x + 16, y: y + 16 })));
      case 'copyToPages':
        return add(
          copiesOnPages(design, command.keys, command.to, pageSize, () => {
            made.current += 1;
            return `c${made.current}`;
          }),
        );
      case 'paste':
        return paste(command.text);
      default:
        return undefined;
    }
  }

  function arrange(arrangement: Arrangement) {
    const boxes = chosen(selection).map((control) => ({
      ...boxOf(control),
      ...{ key: control.key, fileId: 1, page: control.page, isFixed: false },
    }));
    done({ type: 'move', by: 'keys', places: arranged(boxes, arrangement, pageOf), at: 0 });
  }

  return (
    <div className="flex flex-col" style={{ height: '100vh' }}>
      <div role="toolbar" aria-label="工具" className="flex gap-2 border-b border-n-200 p-2">
        <button
          type="button"
          className="min-h-11 touch-none rounded-control border border-n-400 bg-n-0 px-3 text-small"
          onPointerDown={(event) => handle.current?.dragNew(event, text)}
          onClick={() => handle.current?.addInSight(text)}
        >
          单行文本
        </button>
        <Button small onPress={() => arrange({ kind: 'align', side: 'left' })}>
          左对齐
        </Button>
        <Button small onPress={() => arrange({ kind: 'distribute', axis: 'y' })}>
          垂直等距
        </Button>
        <Button small onPress={() => handle.current?.zoomTo('page')}>
          整页
        </Button>
        <Button small onPress={undo}>
          撤销
        </Button>
      </div>
      <div className="flex min-h-0 flex-1">
        <main className="min-w-0 flex-1">
          <Canvas
            files={files}
            pictureOf={pictureOf}
            controls={drawn}
            parties={parties}
            selection={selection}
            focusKey={focusKey}
            selects="many"
            clipboardText={clipboardText}
            send={done}
            handle={handle}
          />
        </main>
        <aside
          aria-label="清单"
          className="flex flex-col overflow-hidden border-l border-n-200"
          style={{ width: '50%' }}
        >
          <div className="min-h-0 flex-1">
            <ListView
              design={design}
              selection={selection}
              checks={checks}
              pageSize={pageSize}
              clipboardText={clipboardText}
              send={listed}
            />
          </div>
          <div className="overflow-y-auto p-3" style={{ maxHeight: 160 }}>
            <CheckList checks={checks} reveal={(key) => handle.current?.reveal(key)} />
          </div>
        </aside>
      </div>
      <output hidden id="controls">
        {query.has('quiet') ? '' : JSON.stringify(controls.map(outlineOf))}
      </output>
    </div>
  );
}

function outlineOf(control: Control) {
  const { key, page, name, party } = control;
  return { key, page, name, party, order: control.attribute.order ?? null, ...boxOf(control) };
}

function drawnControl(control: Control): CanvasControl {
  const { key, page, name, party, isRequired } = control;
  return {
    ...boxOf(control),
    ...{ key, fileId: 1, page, name, required: isRequired },
    kind: 'text',
    party: party === 'a' ? 0 : 1,
    state: 'plain',
    sizing: 'free',
  };
}

/** One white pixel. */
const blank = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider>
        <I18nProvider locale="zh-CN">
          <Arranging />
        </I18nProvider>
      </LanguageProvider>
    </QueryClientProvider>,
  );
}
