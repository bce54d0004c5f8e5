import type { PagePlace } from '../shared/document/layout.js';
import { TextLayer } from '../shared/document/text-layer.js';
import { ControlMarker, ReadOnlyControl } from './control-marker.js';
import { type Control, contentOf } from './controls.js';
import type { FieldActs } from './field-acts.js';
import type { FillDesk, FillEvent } from './fill-desk-state.js';
import { InPlaceInput } from './in-place-input.js';
import { isComputed, isShown } from './standings.js';

interface Props {
  readonly desk: FillDesk;
  readonly send: (event: FillEvent) => void;
  readonly acts: FieldActs;
  readonly errorOf: (control: Control) => string | null;
  readonly at: PagePlace;
  readonly scale: number;
  /** Whether this is the current page. */
  readonly isRead: boolean;
  readonly canFill: boolean;
  readonly isWide: boolean;
}

/** Overlay of a page: its text for screen readers, and all parties' fields. */
export function PageControls({ desk, send, acts, errorOf, at, scale, isRead, canFill, isWide }: Props) {
  const { view, values, standings, current } = desk;
  const file = view.files.find(({ fileId }) => fileId === at.fileId);
  const controls = view.controls.filter(
    (control) => control.fileId === at.fileId && control.page === at.page && isShown(standings, control),
  );
  return (
    <>
      {file !== undefined && isRead && <TextLayer file={file} page={at.page} />}
      {controls.map((control) => {
        const { componentId } = control;
        if (!control.isMine || isComputed(control)) {
          const value = standings.get(componentId)?.value ?? control.value;
          return <ReadOnlyControl key={componentId} control={control} value={value} scale={scale} />;
        }
        const isCurrent = current?.componentId === componentId;
        const common = {
          control,
          value: contentOf(values, control),
          scale,
          hasError: errorOf(control) !== null,
        };
        return isCurrent && current.isOnPage && isWide ? (
          <InPlaceInput
            key={componentId}
            {...common}
            acts={acts}
            step={(_, by) => send({ type: 'stepped', by, isOnPage: true })}
          />
        ) : (
          <ControlMarker
            key={componentId}
            {...common}
            isCurrent={isCurrent}
            open={() => canFill && send({ type: 'pressed', control, isWide })}
          />
        );
      })}
    </>
  );
}
