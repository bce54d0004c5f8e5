import type { readTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import type { uploadAttachmentFile } from '@cinnabar/api/operations/templates.js';
import type { Block } from '@cinnabar/api/pages/template-blocks.js';
import { createContext, use } from 'react';
import type { DataOf } from '../api/wire.js';
import type { PageGuides } from '../canvas/canvas-types.js';
import type { LinkContext } from '../shared/link/link-context.js';
import type { Uploaded } from './uploaded.js';

export type OpenedDraft = DataOf<typeof readTemplateDraft>;

/** How the designer reaches the service and the pages around it: from the console, or by a link. */
export interface DesignerDoor {
  /** Prefix of the keys under which answers are kept. */
  readonly scope: readonly (string | number)[];
  readonly call: LinkContext['call'];
  /** Whether the use of templates may be asked for. */
  readonly seesUse: boolean;
  /** Opens the draft that the page is about; `takeOver` in place of somebody who is editing it. */
  readonly open: (takeOver: boolean) => Promise<OpenedDraft>;
  /** What a page of an upload offers to snap to. */
  readonly guides: (fileUrl: string, page: number) => Promise<PageGuides>;
  /** Placeholders of a Word document are read. */
  readonly uploadFile: (file: File, onSent: (share: number) => void) => Promise<Uploaded>;
  readonly uploadAttachment: (file: File) => Promise<DataOf<typeof uploadAttachmentFile>>;
  /** The blocks of controls that the person keeps; null: whoever comes by a link keeps none. */
  readonly blocks: {
    readonly list: () => Promise<readonly Block[]>;
    /** In place of those that there are. */
    readonly keep: (blocks: readonly Block[]) => Promise<readonly Block[]>;
  } | null;
  /** Where the back button and a finished publication lead; null: nowhere, the page stays. */
  readonly leave: ((templateId: number | null) => void) | null;
  /** The draft has been saved for the first time, or published as a template. */
  readonly settled: (at: { readonly draftId: string } | { readonly templateId: number }) => void;
}

const Current = createContext<DesignerDoor | null>(null);
export const DesignerDoorProvider = Current;

export function useDesignerDoor(): DesignerDoor {
  const door = use(Current);
  if (door === null) throw new Error('the designer has no door');
  return door;
}
