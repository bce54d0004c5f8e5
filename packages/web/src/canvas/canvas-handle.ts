import type { DocumentHandle } from '../shared/document/document-handle.js';
import type { NewControl } from './canvas-types.js';

export interface CanvasHandle extends DocumentHandle {
  /** Scrolls to a control, wherever it is, and gives it the focus. */
  reveal(key: string): void;
  /** Begins to drag a new control out of a palette; dropped on a page it is reported by `add`. */
  dragNew(event: DragStart, control: NewControl): void;
  /** Adds a control in the middle of what is visible. */
  addInSight(control: NewControl): void;
  /** 1 fits the width. */
  zoomTo(zoom: number | 'width' | 'page'): void;
}

/** The pointer event that begins a drag; `currentTarget` gives the ghost its icon. */
export interface DragStart {
  readonly pointerId: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: Element;
}
