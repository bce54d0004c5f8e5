import type { RefObject } from 'react';
import type { PageOfFile } from '../shared/document/first-in-sight.js';
import type { DocumentFile, PagePlace } from '../shared/document/layout.js';
import type { CanvasHandle } from './canvas-handle.js';
import type {
  CanvasCommand,
  CanvasControl,
  CanvasParty,
  NewControl,
  PageGuides,
  Placement,
} from './canvas-types.js';

export interface CanvasProps {
  readonly files: readonly DocumentFile[];
  readonly pictureOf: (file: DocumentFile, page: number, width: number) => string;
  readonly controls: readonly CanvasControl[];
  readonly parties: readonly CanvasParty[];
  /** Keys of the selected controls. */
  readonly selection: readonly string[];
  readonly send: (command: CanvasCommand) => void;
  readonly handle: RefObject<CanvasHandle | null>;
  /** `many` adds the selection frame, Ctrl+A, Shift and clicks, and Space. */
  readonly selects: 'one' | 'many';
  /** Whoever reads along selects and looks. */
  readonly isReadOnly?: boolean;
  /** A control that takes the focus once it is rendered. */
  readonly focusKey?: string | null;
  /** The next frame drawn on a page, or click, places this control. */
  readonly armed?: NewControl | null;
  /** Lines of a page to snap to, as far as they are known. */
  readonly guidesOf?: (page: Pick<Placement, 'fileId' | 'page'>) => PageGuides | undefined;
  /** The text that Ctrl+C puts on the clipboard; without it there is no clipboard. */
  readonly clipboardText?: (keys: readonly string[]) => string;
  readonly onPage?: (page: PagePlace) => void;
  readonly start?: PageOfFile | null;
  readonly readableZoom?: number;
}
