import { type PointerEvent, type RefObject, useCallback } from 'react';
import type { CanvasHandle } from '../canvas/canvas-handle.js';
import type { CanvasCommand, NewControl } from '../canvas/canvas-types.js';
import type { SuggestionActs } from '../canvas/suggestions/suggestion-acts.js';
import { useTexts } from '../shared/text/language.js';
import { toolWith } from './canvas-fields.js';
import { type PlaceDesk, type PlaceEvent, partyOf } from './place-desk-state.js';
import { placeTexts } from './place-texts.js';
import { controlKindOf, wordOf } from './tool-look.js';
import { freshField, obstacleTo, type Tool } from './tools.js';

interface Options {
  readonly desk: PlaceDesk;
  readonly send: (event: PlaceEvent) => void;
  readonly handle: RefObject<CanvasHandle | null>;
  /** `fileId/page` of the visible page. */
  readonly pageKey: string;
  /** Whether the properties of a field are shown beside the pages instead of over them. */
  readonly hasPanel: boolean;
  readonly suggesting: SuggestionActs;
}

/** What the palette and the canvas do to the draft. */
export function useCanvasActs({ desk, send, handle, pageKey, hasPanel, suggesting }: Options) {
  const t = useTexts(placeTexts);
  const { view } = desk;
  const party = partyOf(desk);
  const fileHere = view.files.find(({ fileId }) => `${fileId}` === pageKey.split('/')[0]) ?? view.files[0];

  /** Why the tool cannot be used here; null if it can. */
  function obstacle(tool: Tool): string | null {
    if (party === undefined) return '';
    const found = obstacleTo(tool, party, desk.history.now, fileHere);
    return found === null ? null : t[found];
  }

  function fresh(tool: Tool): NewControl | null {
    if (party === undefined || obstacle(tool) !== null) return null;
    const name = wordOf(tool, party.isEnterprise, t);
    const { width, height } = freshField(tool, party, { id: '', name });
    const index = view.placeParties.indexOf(party);
    return { kind: controlKindOf(tool, party.isEnterprise), party: index, name, width, height };
  }

  function addInSight(tool: Tool) {
    const control = fresh(tool);
    if (control !== null) handle.current?.addInSight(control);
  }

  function dragTool(tool: Tool, event: PointerEvent<HTMLElement>) {
    const control = event.button === 0 ? fresh(tool) : null;
    if (control !== null) handle.current?.dragNew(event, control);
  }

  const duplicate = useCallback(
    (id: string) => send({ type: 'duplicated', id, copyId: crypto.randomUUID() }),
    [send],
  );

  function done(command: CanvasCommand) {
    switch (command.type) {
      case 'select': {
        const id = command.keys.at(-1);
        return send(id === undefined ? { type: 'deselected' } : { type: 'selected', id });
      }
      case 'move':
      case 'resize':
        for (const { key: id, ...to } of command.places) {
          if (command.by === 'keys') send({ type: 'nudged', id, to, at: command.at });
          else if (command.type === 'move') send({ type: 'dropped', id, to });
          else send({ type: 'resized', id, to });
        }
        return;
      case 'add': {
        const tool = toolWith(command.kind);
        const word = wordOf(tool, party?.isEnterprise ?? false, t);
        return send({ type: 'added', tool, at: command.place, id: crypto.randomUUID(), word });
      }
      case 'delete':
        for (const id of command.keys) send({ type: 'removed', id });
        return;
      case 'duplicate':
        for (const id of command.keys) duplicate(id);
        return;
      case 'open':
        return send({ type: 'opened', id: command.key, hasPanel });
      case 'accept':
        return suggesting.accept(command.keys);
      case 'dismiss':
        return suggesting.dismiss(command.keys);
      // There is no clipboard here.
      case 'copy':
      case 'cut':
      case 'paste':
    }
  }

  return { obstacle, addInSight, dragTool, duplicate, done };
}
