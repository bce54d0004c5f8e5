/** Dragging a handle of a control. */
import type { CanvasControl, Placement } from '../canvas-types.js';
import { type Box, within } from '../geometry/box.js';
import { type Handle, resized } from '../geometry/resizing.js';
import type { Pointer, Session } from './follow-pointer.js';
import type { RenderedPage } from './rendered-pages.js';

export interface ResizeOptions {
  readonly control: CanvasControl;
  readonly handle: Handle;
  readonly from: { readonly x: number; readonly y: number };
  readonly page: RenderedPage;
  readonly element: HTMLElement;
  readonly drop: (place: Placement) => void;
}

export function resizeSession(options: ResizeOptions): Session {
  const { control, handle, from, page, element } = options;
  const { left, top, width, height } = element.style;
  let box: Box = control;
  return {
    start: () => undefined,
    move(at: Pointer) {
      const delta = { x: (at.x - from.x) / page.scale, y: (at.y - from.y) / page.scale };
      const isProportional = at.isShift || control.sizing === 'proportional';
      box = resized(control, handle, delta, { page: page.size, isProportional });
      element.style.left = `${box.x * page.scale}px`;
      element.style.top = `${box.y * page.scale}px`;
      element.style.width = `${box.width * page.scale}px`;
      element.style.height = `${box.height * page.scale}px`;
      return false;
    },
    drop() {
      restore();
      const { key, fileId } = control;
      options.drop({ key, fileId, page: control.page, ...within(page.size, box) });
    },
    cancel: restore,
  };

  /** React does not know what was written here; it writes the new place itself. */
  function restore() {
    Object.assign(element.style, { left, top, width, height });
  }
}
