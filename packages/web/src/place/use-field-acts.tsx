import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { useTexts } from '../shared/text/language.js';
import { FieldFace } from './field-face.js';
import { millimetres, movedByKey } from './moved-by-key.js';
import { partyLook } from './party-look.js';
import { placeTexts } from './place-texts.js';
import type { Party, Placed, View } from './placed.js';
import type { Grip } from './placed-field.js';
import { freshField, obstacleTo, type Tool, wordOf } from './tools.js';
import { useDrag } from './use-drag.js';
import type { Placing } from './use-placing.js';

interface Desk {
  readonly view: View;
  readonly placing: Placing;
  readonly handle: RefObject<DocumentHandle | null>;
  /** For whom something is placed; undefined where there is nobody. */
  readonly party: Party | undefined;
  /** `fileId/page` of the page in sight. */
  readonly pageKey: string;
}

/** What pointer and keys do to fields; whatever happens is said too. */
export function useFieldActs({ view, placing, handle, party, pageKey }: Desk) {
  const t = useTexts(placeTexts);
  const { fields } = placing;
  const [focusId, setFocus] = useState<string | null>(null);
  const [liftedId, setLifted] = useState<string | null>(null);
  const [said, say] = useState('');
  const { begin, layer } = useDrag(view.files, handle);
  const fileHere = view.files.find(({ fileId }) => `${fileId}` === pageKey.split('/')[0]) ?? view.files[0];

  /** What a dragged field lines up with. */
  const othersOn = (except: string) => (fileId: number, page: number) =>
    fields.filter((each) => each.id !== except && !each.seam && each.fileId === fileId && each.page === page);
  const obstacle = (tool: Tool) => (party === undefined ? '' : obstacleTo(tool, party, fields, fileHere, t));

  function added(field: Placed | null) {
    if (field === null) return;
    setFocus(field.id);
    say(t.added(field.name, field.page));
  }

  function addInSight(tool: Tool) {
    const here = handle.current?.middle();
    if (party === undefined || here === null || here === undefined) return;
    const { width, height } = freshField(tool, party, '');
    added(placing.add(tool, party, { ...here, x: here.x - width / 2, y: here.y - height / 2 }));
  }

  function dragTool(tool: Tool, event: PointerEvent<HTMLElement>) {
    if (party === undefined || event.button !== 0 || obstacle(tool) !== null) return;
    const fresh = freshField(tool, party, wordOf(tool, party.isEnterprise, t));
    const { width, height } = fresh;
    begin({
      event,
      size: { width, height },
      grip: { x: width / 2, y: height / 2 },
      seam: tool === 'seam',
      face: face(fresh),
      othersOn: othersOn(''),
      lift: () => undefined,
      drop: (spot) => added(spot === null ? null : placing.add(tool, party, spot)),
    });
  }

  function dragField(field: Placed, event: PointerEvent<HTMLElement>, grip: Grip) {
    const { width, height } = field;
    begin({
      event,
      size: { width, height },
      grip,
      seam: field.seam,
      face: face(field),
      othersOn: othersOn(field.id),
      lift() {
        setLifted(field.id);
        placing.select(field.id);
      },
      drop(spot) {
        setLifted(null);
        // A seam stays with its file, whichever page it was let go on.
        if (spot === null || (field.seam && spot.fileId !== field.fileId)) return;
        sayPlace(placing.moveTo(field, field.seam ? { ...spot, page: field.page } : spot));
      },
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

  function sayPlace({ page, x, y }: Placed) {
    say(t.position(page, millimetres(x), millimetres(y)));
  }

  function keyed(field: Placed, event: KeyboardEvent) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      return remove(field);
    }
    if (event.key === 'Escape') return placing.select(null);
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'd' && !field.seam) {
      event.preventDefault();
      return duplicate(field);
    }
    const file = view.files.find(({ fileId }) => fileId === field.fileId);
    const moved = file === undefined || isCommand ? null : movedByKey(file, field, event.key, event.shiftKey);
    if (moved === null) return;
    event.preventDefault();
    const now = placing.moveTo(field, moved, 'nudge');
    if (now.page !== field.page) setFocus(field.id);
    if (handle.current?.isInSight(now) === false) handle.current.show(now);
    sayPlace(now);
  }

  function remove(field: Placed) {
    placing.remove(field);
    say(t.removed(field.name));
  }

  function duplicate(field: Placed) {
    added(placing.duplicate(field));
  }

  function select(field: Placed) {
    setFocus(null);
    placing.select(field.id);
  }

  function show(field: Placed) {
    placing.select(field.id);
    setFocus(field.id);
    handle.current?.show(field);
  }

  return {
    focusId,
    liftedId,
    said,
    say,
    layer,
    obstacle,
    addInSight,
    dragTool,
    dragField,
    keyed,
    remove,
    duplicate,
    select,
    show,
  };
}

export type FieldActs = ReturnType<typeof useFieldActs>;
