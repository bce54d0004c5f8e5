/** Begins what a pointer does on the canvas: dragging controls, resizing one, drawing a frame. */
import type { DragStart } from '../canvas-handle.js';
import type { CanvasParts } from '../canvas-parts.js';
import type { CanvasProps } from '../canvas-props.js';
import type { CanvasControl, NewControl, Placement } from '../canvas-types.js';
import { type Box, hit, touches } from '../geometry/box.js';
import { onPage } from '../geometry/page-index.js';
import { type Handle, handles } from '../geometry/resizing.js';
import { type Scene, sceneOf } from '../geometry/snapping.js';
import { CanvasLayer } from './canvas-layer.js';
import { type DragOptions, dragSession } from './drag-session.js';
import { edgeScroll } from './edge-scroll.js';
import { followPointer, type Pointer } from './follow-pointer.js';
import { copyOfFace, faceOfNew } from './ghost-face.js';
import { marqueeSession } from './marquee-session.js';
import { pageAt, pointOn, type RenderedPage, renderedPages } from './rendered-pages.js';
import { resizeSession } from './resize-session.js';

/** A finger hits what is this near, in screen px. */
const REACH = 22;
/** A frame smaller than this was meant as a click, in screen px. */
const MIN_FRAME = 8;

export class CanvasPointer {
  readonly #parts: CanvasParts;
  readonly #tapped: () => void;
  #pressed: string | null = null;
  isDown = false;

  /** @param tapped a click ended the selecting by keys */
  constructor(parts: CanvasParts, tapped: () => void) {
    this.#parts = parts;
    this.#tapped = tapped;
  }

  press(event: PointerEvent) {
    this.#pressed = null;
    const { target } = event;
    if (event.button !== 0 || !event.isPrimary || !(target instanceof HTMLElement)) return;
    this.isDown = true;
    const up = () => {
      this.isDown = false;
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
    };
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    const element = target.closest<HTMLElement>('[data-control]');
    const handle = handles.find((each) => each === target.dataset['handle']);
    if (element === null) return this.#pressPage(event);
    const control = this.#controlAt(event, element);
    if (control === undefined) return;
    this.#pressed = control.key;
    if (handle === undefined) this.#pressControl(event, control);
    else this.#resize(event, control, handle, element);
  }

  /** The focus goes to the control that was hit, which may lie under another one's wider target. */
  focusPressed(event: MouseEvent): void {
    if (this.#pressed === null) return;
    event.preventDefault();
    this.buttonOf(this.#pressed)?.focus({ preventScroll: true });
  }

  buttonOf(key: string): HTMLButtonElement | null {
    const [element] = this.#elementsOf({ key });
    return element?.querySelector('button') ?? null;
  }

  dragNew(event: DragStart, control: NewControl) {
    const { width, height, kind } = control;
    const place: Placement = { key: '', fileId: 0, page: 0, x: 0, y: 0, width, height };
    const icon = event.currentTarget.querySelector('svg');
    followPointer(
      event,
      dragSession({
        ...this.#dragBasics([]),
        moved: [place],
        grabbed: place,
        grip: { x: width / 2, y: height / 2 },
        isSeam: kind === 'seam',
        isNew: true,
        faceOf: () => faceOfNew(control, icon),
        drop: (places) => {
          for (const { key: _, ...at } of places) this.#props.send({ type: 'add', kind, place: at });
        },
        tap: () => undefined,
      }),
    );
  }

  get #props(): CanvasProps {
    return this.#parts.live.current.props;
  }

  #pressControl(event: PointerEvent, control: CanvasControl) {
    const { selection, selects, isReadOnly = false } = this.#props;
    const isMany = selects === 'many';
    const isToggled = isMany && (event.shiftKey || event.ctrlKey || event.metaKey);
    const isIn = selection.includes(control.key);
    const tap = () => {
      this.#tapped();
      const { send, selection: now } = this.#props;
      if (!isToggled) return send({ type: 'select', keys: [control.key] });
      const keys = isIn ? now.filter((key) => key !== control.key) : [...now, control.key];
      send({ type: 'select', keys });
    };
    const page = this.#pages().find(
      ({ fileId, page: number }) =>
        fileId === control.fileId && (control.kind === 'seam' || number === control.page),
    );
    if (isReadOnly || control.state === 'suggested' || page === undefined) {
      return followPointer(event, { ...idle, tap });
    }
    const { index } = this.#parts.live.current;
    const chosen = isMany && isIn ? selection.flatMap((key) => index.byKey.get(key) ?? []) : [control];
    const moved = chosen.filter(
      (each) =>
        each === control ||
        (each.state !== 'suggested' &&
          each.state !== 'locked' &&
          each.kind !== 'seam' &&
          control.kind !== 'seam'),
    );
    const pointer = { x: event.clientX, y: event.clientY };
    const at = pointOn(pageAt(this.#pages(), pointer) ?? page, pointer);
    followPointer(
      event,
      dragSession({
        ...this.#dragBasics(moved.map(({ key }) => key)),
        moved: moved.map(placementOf),
        grabbed: placementOf(control),
        grip:
          control.kind === 'seam'
            ? { x: control.width / 2, y: at.y - control.y }
            : { x: at.x - control.x, y: at.y - control.y },
        isSeam: control.kind === 'seam',
        isNew: false,
        faceOf: (place) => copyOfFace(this.#elementsOf(place)[0]),
        drop: (places) => {
          const { send } = this.#props;
          if (!isIn) send({ type: 'select', keys: [control.key] });
          send({ type: 'move', by: 'pointer', places, at: performance.now() });
        },
        tap,
      }),
    );
  }

  #resize(event: PointerEvent, control: CanvasControl, handle: Handle, element: HTMLElement): void {
    const from = { x: event.clientX, y: event.clientY };
    const page = this.#pages().find(
      ({ fileId, page: number }) => fileId === control.fileId && number === control.page,
    );
    if (page === undefined) return;
    followPointer(
      event,
      resizeSession({
        control,
        handle,
        from,
        page,
        element,
        drop: (place) =>
          this.#props.send({ type: 'resize', by: 'pointer', places: [place], at: performance.now() }),
      }),
    );
  }

  /** A finger scrolls the pages; only a mouse or a pen draws on them. */
  #pressPage(event: PointerEvent): void {
    const { target, clientX, clientY, shiftKey } = event;
    if (!(target instanceof Element) || target.closest('section') === null) return;
    const { selects, armed = null, selection, isReadOnly = false } = this.#props;
    const isPlacing = armed !== null && !isReadOnly;
    if (!isPlacing && (selects === 'one' || event.pointerType === 'touch')) return;
    const view = this.#view();
    if (view === null) return;
    const begun = { x: view.scrollLeft, y: view.scrollTop };
    const layer = this.#layer();
    const kept = shiftKey ? selection : [];
    followPointer(
      event,
      marqueeSession({
        from: { x: clientX, y: clientY },
        layer,
        scroll: this.#edgeScroll(view),
        scrolled: () => ({ x: view.scrollLeft - begun.x, y: view.scrollTop - begun.y }),
        drop: (frame, at) => {
          if (isPlacing) this.#place(armed, frame, at);
          else this.#props.send({ type: 'select', keys: [...new Set([...kept, ...this.#within(frame)])] });
        },
        tap: (at) => {
          this.#tapped();
          if (isPlacing) this.#place(armed, { ...at, width: 0, height: 0 }, at);
          else if (!shiftKey && selection.length > 0) this.#props.send({ type: 'select', keys: [] });
        },
      }),
    );
  }

  #place({ kind, width, height }: NewControl, frame: Box, at: Pointer): void {
    const page = pageAt(this.#pages(), at);
    if (page === undefined) return;
    const isDrawn = Math.min(frame.width, frame.height) >= MIN_FRAME;
    const { x, y } = pointOn(page, isDrawn ? frame : at);
    const { fileId, page: number, scale } = page;
    const box = isDrawn
      ? { x, y, width: frame.width / scale, height: frame.height / scale }
      : { x: x - width / 2, y: y - height / 2, width, height };
    this.#props.send({ type: 'add', kind, place: { fileId, page: number, ...box } });
  }

  #within(frame: Box): readonly string[] {
    const { index } = this.#parts.live.current;
    return this.#pages().flatMap((page) => {
      const { x, y } = pointOn(page, frame);
      const here = { x, y, width: frame.width / page.scale, height: frame.height / page.scale };
      return onPage(index, page.key)
        .filter((control) => control.state !== 'locked' && control.state !== 'suggested')
        .filter((control) => touches(control, here))
        .map(({ key }) => key);
    });
  }

  #controlAt(event: PointerEvent, element: HTMLElement): CanvasControl | undefined {
    const { index, props } = this.#parts.live.current;
    const under = index.byKey.get(element.dataset['control'] ?? '');
    const point = { x: event.clientX, y: event.clientY };
    const page = pageAt(this.#pages(), point);
    const isHandle =
      event.target !== null && event.target instanceof HTMLElement && 'handle' in event.target.dataset;
    if (page === undefined || under?.kind === 'seam' || isHandle) return under;
    const here = onPage(index, page.key).filter(({ state }) => state !== 'locked');
    const isIn = ({ key }: CanvasControl) => props.selection.includes(key);
    const stacked = [...here.filter((each) => !isIn(each)), ...here.filter(isIn)];
    return hit(stacked, pointOn(page, point), REACH / page.scale) ?? under;
  }

  #dragBasics(
    moved: readonly string[],
  ): Pick<DragOptions, 'layer' | 'pages' | 'sceneOf' | 'sizeOf' | 'elementsOf' | 'scroll'> {
    const scenes = new Map<string, Scene>();
    const view = this.#view();
    return {
      layer: this.#layer(),
      pages: () => this.#pages(),
      sceneOf: (page) => {
        const known = scenes.get(page.key) ?? this.#sceneOf(page, moved);
        scenes.set(page.key, known);
        return known;
      },
      sizeOf: ({ fileId, page }) => this.#props.files.find((file) => file.fileId === fileId)?.pages[page - 1],
      elementsOf: (place) => this.#elementsOf(place),
      scroll: view === null ? () => false : this.#edgeScroll(view),
    };
  }

  #sceneOf(page: RenderedPage, moved: readonly string[]): Scene {
    const others = onPage(this.#parts.live.current.index, page.key).filter(
      ({ key, state }) => state !== 'suggested' && !moved.includes(key),
    );
    return sceneOf(page.size, others, this.#props.guidesOf?.(page));
  }

  #edgeScroll(view: Element): (at: Pointer) => boolean {
    return edgeScroll(view, (dx, dy) => this.#parts.pages.current?.scrollBy(dx, dy));
  }

  #view(): Element | null {
    return this.#parts.root.current?.querySelector('section') ?? null;
  }

  #pages(): readonly RenderedPage[] {
    const root = this.#parts.root.current;
    return root === null ? [] : renderedPages(root, this.#props.files);
  }

  #elementsOf({ key }: Pick<Placement, 'key'>): readonly HTMLElement[] {
    const root = this.#parts.root.current;
    return root === null
      ? []
      : [...root.querySelectorAll<HTMLElement>(`[data-control="${CSS.escape(key)}"]`)];
  }

  #layer(): CanvasLayer {
    const { layer, live } = this.#parts;
    const root = layer.current ?? document.createElement('div');
    return new CanvasLayer(root, (length) => live.current.t.millimetres(length));
  }
}

const idle = {
  start: () => undefined,
  move: () => false,
  drop: () => undefined,
  cancel: () => undefined,
};

function placementOf({ key, fileId, page, x, y, width, height }: CanvasControl): Placement {
  return { key, fileId, page, x, y, width, height };
}
