import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { useTexts } from '../shared/text/language.js';
import { FieldFace } from './field-face.js';
import { movedByKey } from './moved-by-key.js';
import { partyLook } from './party-look.js';
import { type PlaceDesk, type PlaceEvent, partyOf } from './place-desk-state.js';
import { placeTexts } from './place-texts.js';
import type { Placed } from './placed.js';
import type { Grip } from './placed-field.js';
import { wordOf } from './tool-look.js';
import { freshField, obstacleTo, type Tool } from './tools.js';
import { useDrag } from './use-drag.js';

interface Options {
  readonly desk: PlaceDesk;
  readonly send: (event: PlaceEvent) => void;
  readonly handle: RefObject<DocumentHandle | null>;
  /** `fileId/page` of the visible page. */
  readonly pageKey: string;
}

/** Handlers for pointer and keyboard on fields. */
export function useFieldActs({ desk, send, handle, pageKey }: Options) {
  const t = useTexts(placeTexts);
  const { view } = desk;
  const fields = desk.history.now;
  const party = partyOf(desk);
  const { begin, layer } = useDrag(view.files, handle);
  const fileHere = view.files.find(({ fileId }) => `${fileId}` === pageKey.split('/')[0]) ?? view.files[0];

  /** Boxes that a dragged field snaps to. */
  const othersOn = (except: string) => (fileId: number, page: number) =>
    fields.filter((each) => each.id !== except && !each.seam && each.fileId === fileId && each.page === page);

  /** Why the tool cannot be used here; null if it can. */
  function obstacle(tool: Tool): string | null {
    if (party === undefined) return '';
    const found = obstacleTo(tool, party, fields, fileHere);
    return found === null ? null : t[found];
  }

  function addInSight(tool: Tool) {
    const here = handle.current?.middle();
    if (party === undefined || here === null || here === undefined) return;
    const id = crypto.randomUUID();
    const word = wordOf(tool, party.isEnterprise, t);
    const { width, height } = freshField(tool, party, { id, name: word });
    send({ type: 'added', tool, at: { ...here, x: here.x - width / 2, y: here.y - height / 2 }, id, word });
  }

  function dragTool(tool: Tool, event: PointerEvent<HTMLElement>) {
    if (party === undefined || event.button !== 0 || obstacle(tool) !== null) return;
    const id = crypto.randomUUID();
    const word = wordOf(tool, party.isEnterprise, t);
    const fresh = freshField(tool, party, { id, name: word });
    const { width, height } = fresh;
    begin({
      event,
      size: { width, height },
      grip: { x: width / 2, y: height / 2 },
      seam: tool === 'seam',
      face: face(fresh),
      othersOn: othersOn(''),
      lift: () => undefined,
      drop: (spot) => spot !== null && send({ type: 'added', tool, at: spot, id, word }),
    });
  }

  function dragField(field: Placed, event: PointerEvent<HTMLElement>, grip: Grip) {
    const { id, width, height } = field;
    begin({
      event,
      size: { width, height },
      grip,
      seam: field.seam,
      face: face(field),
      othersOn: othersOn(id),
      lift: () => send({ type: 'lifted', id }),
      drop: (spot) => send({ type: 'dropped', id, to: spot }),
    });
  }

  function face(field: Omit<Placed, 'fileId' | 'page'>) {
    const index = view.placeParties.findIndex(({ flag }) => flag === field.flag);
    return (
      <FieldFace
        field={field}
        look={partyLook(index)}
        isEnterprise={view.placeParties[index]?.isEnterprise ?? false}
        width={field.width}
        height={field.height}
      />
    );
  }

  function keyed(field: Placed, event: KeyboardEvent) {
    const { id } = field;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      return send({ type: 'removed', id });
    }
    if (event.key === 'Escape') return send({ type: 'deselected' });
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'd' && !field.seam) {
      event.preventDefault();
      return duplicate(field);
    }
    const file = view.files.find(({ fileId }) => fileId === field.fileId);
    const to = file === undefined || isCommand ? null : movedByKey(file, field, event.key, event.shiftKey);
    if (to === null) return;
    event.preventDefault();
    send({ type: 'nudged', id, to, at: performance.now() });
  }

  function duplicate({ id }: Placed) {
    send({ type: 'duplicated', id, copyId: crypto.randomUUID() });
  }

  return { layer, obstacle, addInSight, dragTool, dragField, keyed, duplicate };
}

export type FieldActs = ReturnType<typeof useFieldActs>;
