import type { RefObject } from 'react';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import type { CanvasProps } from './canvas-props.js';
import type { canvasTexts } from './canvas-texts.js';
import type { PageIndex } from './geometry/page-index.js';

/** What the events of a canvas read, and the elements that they write to. */
export interface CanvasParts {
  readonly live: RefObject<{
    readonly props: CanvasProps;
    readonly index: PageIndex;
    readonly t: typeof canvasTexts.zh;
  }>;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly layer: RefObject<HTMLDivElement | null>;
  readonly voice: RefObject<HTMLParagraphElement | null>;
  readonly pages: RefObject<DocumentHandle | null>;
  /** Key of the control that takes the focus as soon as it is rendered. */
  readonly awaited: RefObject<string | null>;
}
