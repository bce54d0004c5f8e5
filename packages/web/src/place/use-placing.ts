import { useCallback, useState } from 'react';
import { useTexts } from '../shared/text/language.js';
import { copiesOf, duplicateOf } from './copying.js';
import { placeTexts } from './place-texts.js';
import { type Box, type Party, type Placed, readDraft, type View, within } from './placed.js';
import { freshField, obstacleTo, type Tool, wordOf } from './tools.js';
import { useHistory } from './use-history.js';

export interface PlaceOnPage {
  readonly fileId: number;
  readonly page: number;
  /** Of the top left corner, px of the page. */
  readonly x: number;
  readonly y: number;
}

/** How far a new field goes aside where another one stands already. px */
const ASIDE = 24;

/** The fields of a draft and everything that can be done to them, each of which can be taken back. */
export function usePlacing(view: View) {
  const t = useTexts(placeTexts);
  const { now: fields, change, ...history } = useHistory<readonly Placed[]>(() => readDraft(view));
  const [selectedId, setSelected] = useState<string | null>(null);
  const selected = fields.find(({ id }) => id === selectedId) ?? null;

  const pageOf = useCallback(
    ({ fileId, page }: Pick<Placed, 'fileId' | 'page'>) =>
      view.files.find((file) => file.fileId === fileId)?.pages[page - 1],
    [view.files],
  );

  /** Puts a new field there, and answers it; null where that party cannot have it there. */
  const add = useCallback(
    (tool: Tool, party: Party, at: PlaceOnPage): Placed | null => {
      const file = view.files.find(({ fileId }) => fileId === at.fileId);
      if (obstacleTo(tool, party, fields, file, t) !== null) return null;
      const page = tool === 'seam' ? 1 : at.page;
      const size = file?.pages[page - 1];
      if (size === undefined) return null;
      const fresh = freshField(tool, party, nameFor(fields, wordOf(tool, party.isEnterprise, t)));
      const x = tool === 'seam' ? size.width - fresh.width : at.x;
      const free = beside(fields, { ...fresh, ...at, page, x }, size);
      const field = { ...fresh, fileId: at.fileId, page, ...free };
      change((now) => [...now, field]);
      setSelected(field.id);
      return field;
    },
    [change, fields, t, view.files],
  );

  const set = useCallback(
    (field: Placed, changed: Partial<Placed>, kind: string) =>
      change(
        (now) => now.map((each) => (each.id === field.id ? { ...each, ...changed } : each)),
        kind === '' ? '' : `${kind} ${field.id}`,
      ),
    [change],
  );

  /** To another place, on the same page or on another one; moved into that page. Answers where it is then. */
  const moveTo = useCallback(
    (field: Placed, to: Partial<Pick<Placed, 'fileId' | 'page'>> & Box, kind = ''): Placed => {
      const page = pageOf({ ...field, ...to });
      if (page === undefined) return field;
      const box = within(page, to);
      const x = field.seam ? page.width - box.width : box.x;
      const moved = { ...field, ...to, ...box, x: Math.round(Math.max(0, x)) };
      const { fileId, page: number, width, height, y } = moved;
      set(field, { fileId, page: number, x: moved.x, y, width, height }, kind);
      return moved;
    },
    [pageOf, set],
  );

  const remove = useCallback(
    (field: Placed) => {
      change((now) => now.filter(({ id }) => id !== field.id));
      setSelected(null);
    },
    [change],
  );

  const duplicate = useCallback(
    (field: Placed): Placed => {
      const copy = duplicateOf(field, [...view.kept, ...fields]);
      const page = pageOf(field);
      const placed = page === undefined ? copy : { ...copy, ...within(page, copy) };
      change((now) => [...now, placed]);
      setSelected(placed.id);
      return placed;
    },
    [change, fields, pageOf, view.kept],
  );

  const copyTo = useCallback(
    (field: Placed, pages: readonly number[]) => {
      const copies = copiesOf(field, pages, [...view.kept, ...fields]);
      change((now) => [...now, ...copies]);
    },
    [change, fields, view.kept],
  );

  return { fields, selected, select: setSelected, add, set, moveTo, remove, duplicate, copyTo, ...history };
}

export type Placing = ReturnType<typeof usePlacing>;

/** The kind's own word, and a number from the second on. */
function nameFor(fields: readonly Placed[], word: string): string {
  const taken = new Set(fields.map(({ name }) => name));
  if (!taken.has(word)) return word;
  for (let number = 2; ; number += 1) {
    const name = `${word}${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Not exactly upon another one, which nobody would see. */
function beside(
  fields: readonly Placed[],
  wished: Pick<Placed, 'fileId' | 'page'> & Box,
  size: { readonly width: number; readonly height: number },
): Box {
  let box = within(size, wished);
  const there = fields.filter(({ fileId, page }) => fileId === wished.fileId && page === wished.page);
  for (let tries = 0; tries < 20; tries += 1) {
    const { x, y } = box;
    if (there.every((each) => each.x !== x || each.y !== y)) return box;
    box = within(size, { ...box, x: x + ASIDE, y: y + ASIDE });
  }
  return box;
}
