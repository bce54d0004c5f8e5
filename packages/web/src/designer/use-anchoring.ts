import { moveComponents } from '@cinnabar/api/operations/template-places.js';
import { useCallback } from 'react';
import { anchorAt, newlyAnchored } from './anchored.js';
import type { Command } from './commands.js';
import type { Control, Design } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { occurrencesOf } from './use-keyword-hits.js';

/** Lets controls follow a text from where they stand, once the service has said where the text is. */
export function useAnchoring(design: Design, run: (command: Command) => void) {
  const door = useDesignerDoor();
  const { files } = design;
  /** @throws Refused, Unanswered */
  const anchored = useCallback(
    async (control: Control, keyword: string, index: number | null): Promise<Control> => {
      const fileUrl = files.find(({ key }) => key === control.file)?.fileUrl ?? '';
      const found = await door.call(moveComponents, {
        ...{ fromFileUrl: fileUrl, toFileUrl: fileUrl },
        components: occurrencesOf(keyword.trim()),
      });
      const places = found.flatMap(({ by, keywordPlace }) =>
        by === 'keyword' && keywordPlace !== null ? [keywordPlace] : [],
      );
      return { ...control, anchor: anchorAt(control, { keyword: keyword.trim(), index }, places) };
    },
    [door, files],
  );
  /** @throws Refused, Unanswered */
  const anchor = useCallback(
    async (control: Control, keyword: string, index: number | null) => {
      const change = { anchor: (await anchored(control, keyword, index)).anchor };
      run({ type: 'controlsChanged', keys: [control.key], change });
    },
    [anchored, run],
  );
  /** Controls as the list has edited them; one whose text cannot be looked up keeps its anchor. */
  const edit = useCallback(
    async (edited: readonly Control[]) => {
      const asked = newlyAnchored(design, edited);
      if (asked.length === 0) return run({ type: 'controlsEdited', controls: edited });
      const before = new Map(design.controls.map((control) => [control.key, control.anchor]));
      const controls = await Promise.all(
        edited.map((control) =>
          control.anchor === null || !asked.includes(control)
            ? control
            : anchored(control, control.anchor.keyword, control.anchor.index).catch(() => ({
                ...control,
                anchor: before.get(control.key) ?? null,
              })),
        ),
      );
      run({ type: 'controlsEdited', controls });
    },
    [design, anchored, run],
  );
  return { anchor, edit };
}

export type Anchoring = ReturnType<typeof useAnchoring>;
