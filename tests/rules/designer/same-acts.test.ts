/** Everything that the canvas does can be done in the list, and comes to the same design. */
import { expect, test } from 'vitest';
import { keyAct, placesAfterKey } from '../../../packages/web/src/canvas/canvas-keys.js';
import type { CanvasCommand, Placement } from '../../../packages/web/src/canvas/canvas-types.js';
import type { Arrangement } from '../../../packages/web/src/canvas/geometry/arranging.js';
import { suggestionActs } from '../../../packages/web/src/canvas/suggestions/suggestion-acts.js';
import { anchorAt, newlyAnchored } from '../../../packages/web/src/designer/anchored.js';
import { keepableKeys } from '../../../packages/web/src/designer/blocks.js';
import {
  canvasControls,
  clipboardTextOf,
  pastedControls,
} from '../../../packages/web/src/designer/canvas-bridge.js';
import type { ControlChange } from '../../../packages/web/src/designer/commands.js';
import type { Control } from '../../../packages/web/src/designer/design.js';
import {
  type DesignerEvent,
  type DesignerState,
  designer,
  firstState,
} from '../../../packages/web/src/designer/designer-state.js';
import { arrangedRows, shiftedRows } from '../../../packages/web/src/designer/list-acts.js';
import {
  boxOf,
  type CellContext,
  type Column,
  onPage,
  withCell,
} from '../../../packages/web/src/designer/list-cells.js';
import type { ListCommand } from '../../../packages/web/src/designer/list-command.js';
import { listed, renamed } from '../../../packages/web/src/designer/list-order.js';
import { acceptedControls } from '../../../packages/web/src/designer/proposals.js';
import {
  addedAround,
  canvasEvent,
  copiedToPages,
  type Desk,
  listEvent,
  put,
} from '../../../packages/web/src/designer/reported.js';
import type { CanvasAct } from './canvas-acts.js';
import { control, design } from './given-design.js';

const given = design({
  controls: [
    control('a', { componentKey: 'price', x: 100, y: 100 }),
    control('b', {
      ...{ x: 140, y: 210, anchor: { keyword: '签字', index: 1, offsetX: 40, offsetY: 10 } },
      attribute: { width: 120, height: 30, formula: '=price' },
    }),
    control('c', { x: 90, y: 400, attribute: { width: 200, height: 60 } }),
    control('d', { party: 'B', page: 2 }),
  ],
});
const page = { width: 794, height: 1123 };
const middle = { fileId: 1, page: 2, x: 400, y: 500 };
const suggestion = { control: control('suggested', { page: 3, name: '金额' }), by: 'underscores' } as const;
const context: CellContext = {
  design: given,
  pageSize: () => page,
  unit: 'px',
  words: {
    kinds: {
      ...{ area: '签署区', seam: '骑缝章', text: '单行文本', lines: '多行文本', number: '数字' },
      ...{ date: '日期', check: '勾选框', options: '下拉', picture: '图片' },
    },
    ...{ yes: '是', no: '否', unknown: '其他控件' },
  },
};
const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

/** The designer as both routes use it: with a clipboard, a block and what has been dismissed. */
class Walk {
  clipboard = '';
  block = '';
  dismissed: readonly string[] = [];
  #state: DesignerState = firstState(given);
  #made = 0;

  get design() {
    return this.#state.history.now.design;
  }

  get selection() {
    return this.#state.selection;
  }

  result() {
    const { clipboard, block, dismissed, design: made, selection } = this;
    return { made, selection, clipboard, block, dismissed };
  }

  send(event: DesignerEvent | null): this {
    if (event !== null) [this.#state] = designer(this.#state, event);
    return this;
  }

  select(...keys: readonly string[]): this {
    return this.send({ type: 'selected', keys });
  }

  change(change: ControlChange): this {
    return this.send({ type: 'did', command: { type: 'controlsChanged', keys: this.selection, change } });
  }

  onCanvas(command: CanvasCommand): this {
    switch (command.type) {
      case 'paste':
        return this.#paste(command.text);
      case 'accept':
        this.suggesting().accept(command.keys);
        return this;
      case 'dismiss':
        this.suggesting().dismiss(command.keys);
        return this;
      case 'copy':
      case 'cut':
        this.clipboard = clipboardTextOf(this.design, command.keys);
        break;
    }
    return this.send(canvasEvent(this.desk(), command));
  }

  press(key: string, held: Partial<typeof bare> = {}): this {
    const act = keyAct({ ...bare, key, ...held });
    if (act === null || !('x' in act || 'edge' in act || 'by' in act))
      throw new Error(`${key} moves nothing`);
    const targets = canvasControls(this.design, new Map()).filter((each) =>
      this.selection.includes(each.key),
    );
    const places = placesAfterKey(targets, act, { sizeOf: () => page, countOf: () => 3 });
    const type = act.kind === 'resize' ? 'resize' : 'move';
    return this.onCanvas({ type, by: 'keys', places, at: 0 });
  }

  drag(type: 'move' | 'resize', key: string, box: Partial<Placement>): this {
    const places = this.#those([key]).map((each) => ({
      ...{ key, fileId: each.file, page: each.page, ...boxOf(each) },
      ...box,
    }));
    return this.onCanvas({ type, by: 'pointer', places, at: 0 });
  }

  inList(command: ListCommand): this {
    switch (command.type) {
      case 'edit':
        return this.#edit(command.controls);
      case 'paste':
        return this.#paste(command.text);
      case 'add':
        return this.send(addedAround(this.desk(), command.kind, middle));
      case 'keepBlock':
        this.block = clipboardTextOf(this.design, command.keys);
        return this;
      case 'cut':
        this.clipboard = clipboardTextOf(this.design, command.keys);
        break;
    }
    return this.send(listEvent(this.desk(), command));
  }

  cell(key: string, column: Column, text: string): this {
    const next = this.#those([key]).map((each) => withCell(context, each, column, text) ?? each);
    return this.inList({ type: 'edit', controls: next });
  }

  arrange(arrangement: Arrangement): this {
    const rows = listed(this.design).filter(({ key }) => this.selection.includes(key));
    return this.inList({ type: 'edit', controls: arrangedRows(rows, arrangement, () => page) });
  }

  shift(by: 1 | -1): this {
    const controls = shiftedRows(listed(this.design), new Set(this.selection), by);
    return this.inList({ type: 'edit', controls });
  }

  edited(change: (controls: readonly Control[]) => readonly Control[]): this {
    return this.inList({ type: 'edit', controls: change(this.#those(this.selection)) });
  }

  suggesting() {
    return suggestionActs({
      keys: [suggestion.control.key],
      add: (keys) => {
        const controls = acceptedControls(this.design, [suggestion]);
        this.send({ type: 'did', command: { type: 'controlsAdded', controls }, select: keys });
      },
      dismissed: (keys) => {
        this.dismissed = keys;
      },
      show: (key) => this.send({ type: 'shown', key }),
    });
  }

  desk(): Desk {
    const [party] = given.parties;
    const [file] = given.files;
    const makeKey = () => `new${++this.#made}`;
    return { design: this.design, party, file, wordOf: (kind) => kind, pageSize: () => page, makeKey };
  }

  #those(keys: readonly string[]) {
    return this.design.controls.filter(({ key }) => keys.includes(key));
  }

  #edit(edited: readonly Control[]): this {
    const asked = newlyAnchored(this.design, edited);
    const controls = edited.map((each) =>
      each.anchor === null || !asked.includes(each)
        ? each
        : { ...each, anchor: anchorAt(each, each.anchor, [place]) },
    );
    return this.send({ type: 'did', command: { type: 'controlsEdited', controls } });
  }

  #paste(text: string): this {
    const pasted = pastedControls(this.design, text, middle, () => undefined, this.desk().makeKey);
    return this.send(put(pasted?.controls ?? [], false));
  }
}

/** Where the text that a control is to follow is in the file. */
const place = { pageNum: 1, positionX: 60, positionY: 90 };

interface Routes {
  readonly canvas: (walk: Walk) => Walk;
  readonly list: (walk: Walk) => Walk;
}

const keys = ['a', 'b'] as const;

/** Both begin with the first two controls selected. */
const acts: Readonly<Record<CanvasAct, Routes>> = {
  select: {
    canvas: (walk) => walk.onCanvas({ type: 'select', keys: ['c'] }),
    list: (walk) => walk.inList({ type: 'select', keys: ['c'] }),
  },
  selectPage: {
    canvas: (walk) => walk.onCanvas({ type: 'select', keys: ['a', 'b', 'c'] }),
    list: (walk) => walk.inList({ type: 'select', keys: ['a', 'b', 'c'] }),
  },
  toggle: {
    canvas: (walk) => walk.onCanvas({ type: 'select', keys: [...keys, 'c'] }),
    list: (walk) => walk.inList({ type: 'select', keys: [...keys, 'c'] }),
  },
  deselect: {
    canvas: (walk) => walk.onCanvas({ type: 'select', keys: [] }),
    list: (walk) => walk.inList({ type: 'select', keys: [] }),
  },
  open: {
    canvas: (walk) => walk.onCanvas({ type: 'open', key: 'd' }),
    list: (walk) => walk.inList({ type: 'reveal', key: 'd' }),
  },
  add: {
    canvas: (walk) =>
      walk.onCanvas({
        type: 'add',
        kind: 'date',
        place: { fileId: 1, page: 2, x: 340, y: 488, width: 120, height: 24 },
      }),
    list: (walk) => walk.inList({ type: 'add', kind: 'date' }),
  },
  delete: {
    canvas: (walk) => walk.onCanvas({ type: 'delete', keys }),
    list: (walk) => walk.inList({ type: 'delete', keys }),
  },
  duplicate: {
    canvas: (walk) => walk.onCanvas({ type: 'duplicate', keys }),
    list: (walk) => walk.inList({ type: 'duplicate', keys }),
  },
  copyToPages: {
    canvas: (walk) => walk.send(copiedToPages(walk.desk(), keys, { pages: [2, 3], isSameValue: true })),
    list: (walk) => walk.inList({ type: 'copyToPages', keys, to: { pages: [2, 3], isSameValue: true } }),
  },
  keepBlock: {
    canvas: (walk) => {
      walk.block = clipboardTextOf(walk.design, keepableKeys(walk.design, keys));
      return walk;
    },
    list: (walk) => walk.inList({ type: 'keepBlock', keys: keepableKeys(walk.design, keys) }),
  },
  copy: {
    canvas: (walk) => walk.onCanvas({ type: 'copy', keys }),
    list: (walk) => {
      walk.clipboard = clipboardTextOf(walk.design, keys);
      return walk;
    },
  },
  cut: {
    canvas: (walk) => walk.onCanvas({ type: 'cut', keys }),
    list: (walk) => walk.inList({ type: 'cut', keys }),
  },
  paste: {
    canvas: (walk) => walk.onCanvas({ type: 'paste', text: clipboardTextOf(given, keys), at: middle }),
    list: (walk) => walk.inList({ type: 'paste', text: clipboardTextOf(given, keys) }),
  },
  move: {
    canvas: (walk) => walk.select('b').press('ArrowRight', { shiftKey: true }).press('ArrowUp'),
    list: (walk) => walk.select('b').cell('b', 'x', '150').cell('b', 'y', '209'),
  },
  edge: {
    canvas: (walk) => walk.select('c').press('End'),
    list: (walk) => walk.select('c').cell('c', 'x', '594'),
  },
  resize: {
    canvas: (walk) =>
      walk.select('b').press('ArrowRight', { altKey: true }).press('ArrowDown', { altKey: true }),
    list: (walk) => walk.select('b').cell('b', 'width', '121').cell('b', 'height', '31'),
  },
  page: {
    canvas: (walk) => walk.press('PageDown'),
    list: (walk) => walk.edited((controls) => controls.flatMap((each) => onPage(context, each, 2) ?? [])),
  },
  align: {
    canvas: (walk) => walk.drag('move', 'b', { x: 100 }),
    list: (walk) => walk.arrange({ kind: 'align', side: 'left' }),
  },
  distribute: {
    canvas: (walk) => walk.select('a', 'b', 'c').drag('move', 'b', { y: 247 }),
    list: (walk) => walk.select('a', 'b', 'c').arrange({ kind: 'distribute', axis: 'y' }),
  },
  sameSize: {
    canvas: (walk) => walk.drag('resize', 'b', { width: 160, height: 24 }),
    list: (walk) => walk.arrange({ kind: 'sameSize', of: 'both' }),
  },
  order: {
    canvas: (walk) =>
      ['b', 'a', 'c', 'd']
        .reduce((each, key, index) => each.select(key).change({ attribute: { order: index + 1 } }), walk)
        .select('b'),
    list: (walk) => walk.select('b').shift(-1),
  },
  name: {
    canvas: (walk) => walk.select('b').change({ name: '身份证号' }).select('c').change({ name: '备注' }),
    list: (walk) =>
      walk
        .select('b')
        .cell('b', 'name', '身份证号')
        .select('c')
        .edited((rows) => renamed(rows, '备注')),
  },
  party: {
    canvas: (walk) => walk.select('b').change({ party: 'B' }),
    list: (walk) => walk.select('b').cell('b', 'party', 'B'),
  },
  componentKey: {
    canvas: (walk) => walk.select('b').change({ componentKey: 'id_no' }),
    list: (walk) => walk.select('b').cell('b', 'key', 'id_no'),
  },
  isRequired: {
    canvas: (walk) => walk.change({ isRequired: false }),
    list: (walk) => walk.cell('a', 'required', '否').cell('b', 'required', '否'),
  },
  anchor: {
    canvas: (walk) => {
      const following = (key: string) => given.controls.filter((each) => each.key === key);
      const [a = control('a')] = following('a');
      const anchor = anchorAt(a, { keyword: '合同金额', index: null }, [place]);
      return walk.select('a').change({ anchor }).select('b').change({ anchor: null });
    },
    list: (walk) => walk.select('a').cell('a', 'anchor', '合同金额').select('b').cell('b', 'anchor', ''),
  },
  // The list selects what the panel beside it changes.
  value: {
    canvas: (walk) => walk.onCanvas({ type: 'select', keys: ['c'] }).change({ value: '30' }),
    list: (walk) => walk.inList({ type: 'select', keys: ['c'] }).change({ value: '30' }),
  },
  attribute: {
    canvas: (walk) => walk.onCanvas({ type: 'select', keys: ['c'] }).change({ attribute: { fontSize: 20 } }),
    list: (walk) => walk.inList({ type: 'select', keys: ['c'] }).change({ attribute: { fontSize: 20 } }),
  },
  accept: {
    canvas: (walk) => walk.onCanvas({ type: 'accept', keys: ['suggested'] }),
    list: (walk) => {
      walk.suggesting().accept(['suggested']);
      return walk;
    },
  },
  dismiss: {
    canvas: (walk) => walk.onCanvas({ type: 'dismiss', keys: ['suggested'] }),
    list: (walk) => {
      walk.suggesting().dismiss(['suggested']);
      return walk;
    },
  },
  undone: {
    canvas: (walk) => walk.onCanvas({ type: 'delete', keys }).select('c').send({ type: 'undone' }).select(),
    list: (walk) => walk.inList({ type: 'delete', keys }).select('c').send({ type: 'undone' }).select(),
  },
  redone: {
    canvas: (walk) =>
      walk.onCanvas({ type: 'delete', keys }).send({ type: 'undone' }).send({ type: 'redone' }),
    list: (walk) => walk.inList({ type: 'delete', keys }).send({ type: 'undone' }).send({ type: 'redone' }),
  },
};

test.each(Object.entries(acts))('%s', (_act, { canvas, list }) => {
  const before = new Walk().select(...keys).result();
  const onCanvas = canvas(new Walk().select(...keys)).result();
  expect(onCanvas).not.toEqual(before);
  expect(list(new Walk().select(...keys)).result()).toEqual(onCanvas);
});
