import type { PointerEvent, RefObject } from 'react';
import type { CanvasHandle } from '../canvas/canvas-handle.js';
import type { CanvasCommand, NewControl } from '../canvas/canvas-types.js';
import type { SuggestionActs } from '../canvas/suggestions/suggestion-acts.js';
import type { DocumentFile } from '../shared/document/layout.js';
import { useTexts } from '../shared/text/language.js';
import { contentAt } from './blocks.js';
import { pastedControls } from './canvas-bridge.js';
import { type ControlKind, firstSizeOf, obstacleTo } from './control-kinds.js';
import type { Design, Party, TemplateFile } from './design.js';
import type { DesignerEvent } from './designer-state.js';
import { designerTexts } from './designer-texts.js';
import { makeKey } from './make-key.js';
import { canvasEvent, type Desk, duplicated, put, removed } from './reported.js';

interface Options {
  readonly design: Design;
  readonly party: Party | undefined;
  readonly file: TemplateFile | undefined;
  /** The files as they are shown, with the sizes of their pages. */
  readonly shown: readonly DocumentFile[];
  readonly handle: RefObject<CanvasHandle | null>;
  readonly send: (event: DesignerEvent) => void;
  readonly suggesting: SuggestionActs;
  /** Pasted controls of a party that this template does not have. */
  readonly unknownParty: (
    text: string,
    at: { readonly fileId: number; readonly page: number },
    flags: readonly string[],
  ) => void;
}

/** What the palette and the canvas do to the design. */
export function useCanvasCommands(options: Options) {
  const { design, party, file, shown: files, handle, send, suggesting, unknownParty } = options;
  const t = useTexts(designerTexts);
  const wordOf = (kind: ControlKind) =>
    t[kind === 'area' ? (party?.isEnterprise === false ? 'signature' : 'seal') : kind];
  const fresh = (kind: ControlKind): NewControl | null => {
    if (party === undefined || obstacleTo(design, kind, party, file) !== null) return null;
    const shown = kind === 'area' ? (party.isEnterprise ? 'seal' : 'signature') : kind;
    return {
      kind: shown,
      party: design.parties.indexOf(party),
      name: wordOf(kind),
      ...firstSizeOf(kind, party),
    };
  };
  const add = (kind: ControlKind) => {
    const control = fresh(kind);
    if (control !== null) handle.current?.addInSight(control);
  };
  const drag = (kind: ControlKind, event: PointerEvent<HTMLElement>) => {
    const control = event.button === 0 ? fresh(kind) : null;
    if (control !== null) handle.current?.dragNew(event, control);
  };
  const pageSize = (key: TemplateFile['key'], page: number) =>
    files.find(({ fileId }) => fileId === key)?.pages[page - 1];
  const desk: Desk = { design, party, file, wordOf, pageSize, makeKey };
  const did = (event: DesignerEvent | null) => {
    if (event !== null) send(event);
  };
  const remove = (keys: readonly string[]) => send(removed(keys));
  const duplicate = (keys: readonly string[]) => did(duplicated(desk, keys, false));
  const paste = (
    text: string,
    at: { readonly fileId: number; readonly page: number },
    heir?: Party,
    takesFocus = false,
  ) => {
    const pasted = pastedControls(design, text, at, () => heir, makeKey);
    if (pasted === null) return;
    if (pasted.unknownFlags.length > 0) return unknownParty(text, at, pasted.unknownFlags);
    did(put(pasted.controls, takesFocus));
  };
  const putBlock = (content: string) => {
    const at = handle.current?.middle();
    const size = files.find(({ fileId }) => fileId === at?.fileId)?.pages[(at?.page ?? 0) - 1];
    if (at == null || size === undefined) return;
    paste(contentAt(content, design, at, size), at, undefined, true);
  };
  const perform = (command: CanvasCommand) => {
    switch (command.type) {
      case 'paste':
        return paste(command.text, command.at, undefined, true);
      case 'accept':
        return suggesting.accept(command.keys);
      case 'dismiss':
        return suggesting.dismiss(command.keys);
      default:
        return did(canvasEvent(desk, command));
    }
  };
  return { desk, did, add, drag, remove, duplicate, paste, putBlock, perform };
}
