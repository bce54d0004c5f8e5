/** The canvas's events. They are handled for all controls together, so that a page renders no handlers. */
import type { DragStart } from './canvas-handle.js';
import { keyAct, placesAfterKey } from './canvas-keys.js';
import type { CanvasParts } from './canvas-parts.js';
import type { CanvasProps } from './canvas-props.js';
import type { CanvasControl, NewControl } from './canvas-types.js';
import { onPage } from './geometry/page-index.js';
import { inReadingOrder } from './geometry/reading-order.js';
import { CanvasPointer } from './pointer/canvas-pointer.js';

export class CanvasEvents {
  readonly #parts: CanvasParts;
  readonly #pointer: CanvasPointer;
  /** Whether Space adds to the selection, and moving the focus leaves it alone. */
  #isAdding = false;

  constructor(parts: CanvasParts) {
    this.#parts = parts;
    this.#pointer = new CanvasPointer(parts, () => {
      this.#isAdding = false;
    });
  }

  /** @returns stops listening */
  listen(): () => void {
    const root = this.#parts.root.current;
    if (root === null) return () => undefined;
    const stop = new AbortController();
    const { signal } = stop;
    root.addEventListener('pointerdown', (event) => this.#pointer.press(event), { signal });
    root.addEventListener('mousedown', (event) => this.#pointer.focusPressed(event), { signal });
    root.addEventListener('focusin', (event) => this.#focused(event), { signal });
    root.addEventListener('click', (event) => this.#clicked(event), { signal });
    root.addEventListener('dblclick', (event) => this.#open(keyOf(event.target)), { signal });
    root.addEventListener('keydown', (event) => this.#pressed(event), { signal });
    root.addEventListener('keyup', (event) => this.#released(event), { signal });
    root.addEventListener('copy', (event) => this.#copied(event, 'copy'), { signal });
    root.addEventListener('cut', (event) => this.#copied(event, 'cut'), { signal });
    root.addEventListener('paste', (event) => this.#pasted(event), { signal });
    return () => stop.abort();
  }

  reveal(key: string): void {
    const control = this.#parts.live.current.index.byKey.get(key);
    if (control === undefined) return;
    this.#parts.pages.current?.show(control);
    this.focus(key);
  }

  /** Gives the focus to a control, now or when its page is rendered. */
  focus(key: string): void {
    const button = this.#pointer.buttonOf(key);
    if (button === null) this.#parts.awaited.current = key;
    else button.focus({ preventScroll: true });
  }

  dragNew(event: DragStart, control: NewControl): void {
    this.#pointer.dragNew(event, control);
  }

  addInSight({ kind, width, height }: NewControl): void {
    const here = this.#parts.pages.current?.middle();
    if (here === null || here === undefined) return;
    const { fileId, page, x, y } = here;
    const place = { fileId, page, x: x - width / 2, y: y - height / 2, width, height };
    this.#props.send({ type: 'add', kind, place });
  }

  get #props(): CanvasProps {
    return this.#parts.live.current.props;
  }

  #control(key: string | null): CanvasControl | undefined {
    return key === null ? undefined : this.#parts.live.current.index.byKey.get(key);
  }

  /** What a key acts on: the selection if the focus is in it, else the focused control. */
  #targets(focused: CanvasControl | undefined): readonly CanvasControl[] {
    const { selection } = this.#props;
    if (focused !== undefined && !selection.includes(focused.key)) return [focused];
    return selection.flatMap((key) => {
      const control = this.#control(key);
      return control === undefined || control.state === 'locked' ? [] : [control];
    });
  }

  #focused({ target }: FocusEvent): void {
    const key = keyOf(target);
    if (key === null || this.#pointer.isDown || this.#isAdding) return;
    if (!this.#props.selection.includes(key)) this.#props.send({ type: 'select', keys: [key] });
  }

  /** Enter and assistive technology click without a pointer. */
  #clicked(event: MouseEvent) {
    if (event.detail === 0) this.#open(keyOf(event.target));
  }

  #open(key: string | null) {
    const control = this.#control(key);
    if (control === undefined) return;
    if (control.state !== 'suggested') this.#props.send({ type: 'open', key: control.key });
    else if (this.#props.isReadOnly !== true) this.#props.send({ type: 'accept', keys: [control.key] });
  }

  #pressed(event: KeyboardEvent) {
    const focused = this.#control(keyOf(event.target));
    if (event.key === 'Tab') return this.#walk(event, focused);
    const act = keyAct(event);
    if (act === null) return;
    const { send, selects, isReadOnly = false } = this.#props;
    const targets = this.#targets(focused);
    const keys = targets.map(({ key }) => key);
    switch (act.kind) {
      case 'selectPage':
        if (selects === 'one') return;
        event.preventDefault();
        return this.#selectPage(focused);
      case 'deselect':
        if (keys.length === 0) return;
        this.#isAdding = false;
        return send({ type: 'select', keys: [] });
      case 'toggle':
        if (selects === 'one' || focused === undefined) return;
        event.preventDefault();
        return this.#toggle(focused);
      case 'delete': {
        if (keys.length === 0 || isReadOnly) return;
        event.preventDefault();
        const areSuggested = targets.every(({ state }) => state === 'suggested');
        return send({ type: areSuggested ? 'dismiss' : 'delete', keys });
      }
      case 'duplicate': {
        if (keys.length === 0 || isReadOnly) return;
        event.preventDefault();
        return send({ type: 'duplicate', keys });
      }
      default:
        // Without a focused control these keys scroll the pages.
        if (focused === undefined || isReadOnly) return;
        event.preventDefault();
        return this.#moveByKey(focused, targets, act);
    }
  }

  /** Firefox clicks a button when Space is released. */
  #released(event: KeyboardEvent): void {
    if (event.key === ' ' && this.#props.selects === 'many' && keyOf(event.target) !== null)
      event.preventDefault();
  }

  #moveByKey(
    focused: CanvasControl,
    targets: readonly CanvasControl[],
    act: Parameters<typeof placesAfterKey>[1],
  ): void {
    const { files, send } = this.#props;
    const fileOf = (id: number) => files.find(({ fileId }) => fileId === id);
    const movable = targets.filter(({ state }) => state !== 'suggested');
    const places = placesAfterKey(movable, act, {
      sizeOf: ({ fileId, page }) => fileOf(fileId)?.pages[page - 1],
      countOf: (fileId) => fileOf(fileId)?.pages.length ?? 0,
    });
    if (places.length === 0) return;
    const type = act.kind === 'resize' ? 'resize' : 'move';
    send({ type, by: 'keys', places, at: performance.now() });
    const place = places.find(({ key }) => key === focused.key);
    if (place === undefined) return;
    // On another page it is another element, which is to have the focus.
    if (place.page !== focused.page) this.#parts.awaited.current = place.key;
    const pages = this.#parts.pages.current;
    if (pages?.isInSight(place) === false) pages.show(place);
  }

  #selectPage(focused: CanvasControl | undefined): void {
    const { index } = this.#parts.live.current;
    const here = focused ?? this.#parts.pages.current?.middle();
    if (here === null || here === undefined) return;
    const keys = onPage(index, `${here.fileId}/${here.page}`)
      .filter(({ state }) => state === 'plain' || state === 'mistake' || state === 'warning')
      .map(({ key }) => key);
    this.#props.send({ type: 'select', keys });
    this.#say(this.#parts.live.current.t.selected(keys.length));
  }

  #toggle({ key }: CanvasControl): void {
    const { selection, send } = this.#props;
    const isIn = selection.includes(key);
    // The first press only begins to add.
    const keys =
      isIn && this.#isAdding
        ? selection.filter((each) => each !== key)
        : isIn
          ? selection
          : [...selection, key];
    this.#isAdding = true;
    send({ type: 'select', keys });
    this.#say(this.#parts.live.current.t.adding(keys.length));
  }

  /** Tab goes on to controls whose pages are not rendered. */
  #walk(event: KeyboardEvent, focused: CanvasControl | undefined): void {
    if (focused === undefined || focused.kind === 'seam') return;
    const { files, controls } = this.#props;
    const order = inReadingOrder(
      files,
      controls.filter(({ kind, state }) => kind !== 'seam' && state !== 'locked'),
    );
    const at = order.findIndex(({ key }) => key === focused.key);
    const next = order[event.shiftKey ? at - 1 : at + 1];
    if (next === undefined || this.#pointer.buttonOf(next.key) !== null) return;
    event.preventDefault();
    this.reveal(next.key);
  }

  #copied(event: ClipboardEvent, type: 'copy' | 'cut'): void {
    const { clipboardText, send, isReadOnly = false } = this.#props;
    const keys = this.#targets(this.#control(keyOf(event.target)))
      .filter(({ state }) => state !== 'suggested')
      .map(({ key }) => key);
    if (clipboardText === undefined || keys.length === 0) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', clipboardText(keys));
    send({ type: type === 'cut' && isReadOnly ? 'copy' : type, keys });
  }

  #pasted(event: ClipboardEvent): void {
    const at = this.#parts.pages.current?.middle();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const { clipboardText, isReadOnly, send } = this.#props;
    if (clipboardText === undefined || isReadOnly === true || text === '') return;
    if (at === null || at === undefined) return;
    event.preventDefault();
    send({ type: 'paste', text, at });
  }

  #say(words: string): void {
    const { current } = this.#parts.voice;
    if (current !== null) current.textContent = words;
  }
}

function keyOf(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement)) return null;
  return target.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? null;
}
