import { type RefObject, useCallback, useMemo } from 'react';
import type { CanvasHandle } from '../canvas/canvas-handle.js';
import type { DocumentFile } from '../shared/document/layout.js';
import { clipboardTextOf } from './canvas-bridge.js';
import type { Check } from './checks.js';
import { fillKinds, obstacleTo, signKinds } from './control-kinds.js';
import type { Control, Design } from './design.js';
import type { ListCommand } from './list-command.js';
import { ListView } from './list-view.js';
import { addedAround, listEvent } from './reported.js';
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
  /** null: blocks are not kept here. */
  readonly keepBlock: ((keys: readonly Control['key'][]) => void) | null;
}

/** The list of controls, in which everything can be done that the canvas does. */
export default function ListPane(props: Props) {
  const { design, selection, checks, files, isReader, handle, acts, anchoring, keepBlock } = props;
  const sizes = useMemo(() => new Map(files.map(({ fileId, pages }) => [fileId, pages])), [files]);
  const pageSize = useCallback((file: number, page: number) => sizes.get(file)?.[page - 1], [sizes]);
  function perform(command: ListCommand) {
    switch (command.type) {
      case 'edit':
        return void anchoring.edit(command.controls);
      case 'keepBlock':
        return keepBlock?.(command.keys);
      case 'add': {
        const at = handle.current?.middle();
        return at == null ? undefined : acts.did(addedAround(acts.desk, command.kind, at));
      }
      case 'paste': {
        const at = handle.current?.middle();
        return at == null ? undefined : acts.paste(command.text, at);
      }
      default:
        return acts.did(listEvent(acts.desk, command));
    }
  }
  const { party, file, wordOf } = acts.desk;
  const kinds = [...signKinds, ...fillKinds].flatMap((kind) =>
    party === undefined || obstacleTo(design, kind, party, file) !== null
      ? []
      : [[kind, wordOf(kind)] as const],
  );
  return (
    <ListView
      design={design}
      selection={selection}
      checks={checks}
      pageSize={pageSize}
      clipboardText={(keys) => clipboardTextOf(design, keys)}
      isReadOnly={isReader}
      kinds={kinds}
      hasBlocks={keepBlock !== null}
      send={perform}
    />
  );
}
