import { type RefObject, useCallback, useMemo } from 'react';
import type { CanvasHandle } from '../canvas/canvas-handle.js';
import type { DocumentFile } from '../shared/document/layout.js';
import { clipboardTextOf, copiesOnPages } from './canvas-bridge.js';
import type { Check } from './checks.js';
import type { Command } from './commands.js';
import type { Control, Design } from './design.js';
import type { DesignerEvent } from './designer-state.js';
import { type ListCommand, ListView } from './list-view.js';
import { makeKey } from './make-key.js';
import type { Anchoring } from './use-anchoring.js';
import type { useCanvasCommands } from './use-canvas-commands.js';

interface Props {
  readonly design: Design;
  readonly selection: readonly Control['key'][];
  readonly checks: readonly Check[];
  readonly files: readonly DocumentFile[];
  readonly isReader: boolean;
  readonly handle: RefObject<CanvasHandle | null>;
  readonly acts: ReturnType<typeof useCanvasCommands>;
  readonly anchoring: Anchoring;
  readonly run: (command: Command) => void;
  readonly send: (event: DesignerEvent) => void;
}

/** The list of controls, in which everything can be done that the canvas does. */
export default function ListPane(props: Props) {
  const { design, selection, checks, files, isReader, handle, acts, anchoring, run, send } = props;
  const sizes = useMemo(() => new Map(files.map(({ fileId, pages }) => [fileId, pages])), [files]);
  const pageSize = useCallback((file: number, page: number) => sizes.get(file)?.[page - 1], [sizes]);
  function perform(command: ListCommand) {
    switch (command.type) {
      case 'select':
        return send({ type: 'selected', keys: command.keys });
      case 'reveal':
        return send({ type: 'shown', key: command.key });
      case 'edit':
        return void anchoring.edit(command.controls);
      case 'delete':
        return acts.remove(command.keys);
      case 'duplicate':
        return acts.duplicate(command.keys);
      case 'copyToPages': {
        const controls = copiesOnPages(design, command.keys, command.pages, makeKey);
        return run({ type: 'controlsAdded', controls });
      }
      case 'paste': {
        const at = handle.current?.middle();
        return at == null ? undefined : acts.paste(command.text, at);
      }
    }
  }
  return (
    <ListView
      design={design}
      selection={selection}
      checks={checks}
      pageSize={pageSize}
      clipboardText={(keys) => clipboardTextOf(design, keys)}
      isReadOnly={isReader}
      send={perform}
    />
  );
}
