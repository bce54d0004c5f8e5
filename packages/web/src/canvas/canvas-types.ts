/** What the canvas is given and what it reports. It knows neither templates nor flows. */
import type { DocumentPoint } from '../shared/document/document-handle.js';
import type { Box, Size } from './geometry/box.js';

export type ControlKind =
  | 'seal'
  | 'signature'
  | 'seam'
  | 'text'
  | 'number'
  | 'date'
  | 'lines'
  | 'check'
  | 'options'
  | 'picture'
  /** A type that these pages do not know: it is drawn as text and keeps its type. */
  | 'unknown';

/** Where a control is, in document px; pages count from 1. */
export interface Placement extends Box {
  readonly key: string;
  readonly fileId: number;
  readonly page: number;
}

export interface CanvasControl extends Placement {
  readonly kind: ControlKind;
  /** Index of its party in `parties`, which decides letter and colour; -1 without one. */
  readonly party: number;
  /** An empty name is shown as the word for its kind. */
  readonly name: string;
  readonly required: boolean;
  /**
   * - `locked`: shown, but neither selected nor moved
   * - `suggested`: drawn dashed; Enter accepts it, Delete dismisses it
   */
  readonly state: 'plain' | 'mistake' | 'warning' | 'locked' | 'suggested';
  /** `fixed`: cannot be resized, as a seal at its true size. */
  readonly sizing: 'free' | 'proportional' | 'fixed';
  /** A default value, shown in words until it has been drawn. */
  readonly shown?: string;
  /** Its page with the default value drawn on it, of which the part below the control is shown. */
  readonly drawn?: DrawnPage;
}

/** A page with values drawn on it; its size is in document px. */
export interface DrawnPage extends Size {
  readonly picture: string;
}

export interface CanvasParty {
  readonly name: string;
}

/** What a page offers to snap to besides its controls, in document px. */
export interface PageGuides {
  readonly baselines: readonly { readonly x: number; readonly y: number; readonly width: number }[];
  readonly lines: readonly Box[];
}

/** A control to be added by dragging or drawing it. */
export interface NewControl extends Size {
  readonly kind: ControlKind;
  readonly party: number;
  readonly name: string;
}

/** What a person did. The host changes its document accordingly; nothing else changes the controls. */
export type CanvasCommand =
  /** `keys` is the whole new selection. */
  | { readonly type: 'select'; readonly keys: readonly string[] }
  /** New places of existing controls. Successive ones by `keys` are undone together; `at` is in ms. */
  | {
      readonly type: 'move' | 'resize';
      readonly by: 'pointer' | 'keys';
      readonly places: readonly Placement[];
      readonly at: number;
    }
  | {
      readonly type: 'add';
      readonly kind: ControlKind;
      readonly place: Omit<Placement, 'key'>;
    }
  | { readonly type: 'delete' | 'duplicate'; readonly keys: readonly string[] }
  /** The text is on the clipboard already. */
  | { readonly type: 'copy' | 'cut'; readonly keys: readonly string[] }
  /** `at` is the visible page and the centre of its visible part. */
  | { readonly type: 'paste'; readonly text: string; readonly at: DocumentPoint }
  /** Enter, or a tap on a selected control: the properties are wanted. */
  | { readonly type: 'open'; readonly key: string }
  | { readonly type: 'accept' | 'dismiss'; readonly keys: readonly string[] };
