import { memo, type RefObject } from 'react';
import type { PageSize } from '../shared/document/layout.js';
import type { CanvasControl, CanvasParty } from './canvas-types.js';
import { ControlButton } from './control-button.js';
import { LockedControl } from './locked-control.js';
import { SeamStrip } from './seam-strip.js';

interface Props {
  /** In reading order, which is the order of the Tab key. */
  readonly controls: readonly CanvasControl[];
  readonly seams: readonly CanvasControl[];
  readonly parties: readonly CanvasParty[];
  readonly page: number;
  readonly pageCount: number;
  readonly size: PageSize;
  readonly scale: number;
  /** Keys of the selected ones of this page, each on a line: a text that stays equal does not render the page again. */
  readonly selected: string;
  readonly isAlone: boolean;
  readonly awaited: RefObject<string | null>;
}

/** All controls of one page; it renders only when one of them changes. */
export const CanvasPage = memo(function CanvasPage(props: Props) {
  const { controls, seams, parties, page, pageCount, size, scale, selected, isAlone, awaited } = props;
  const keys = new Set(selected.split('\n'));
  return (
    <>
      {[...controls, ...seams].map((control) => {
        const { key, kind, state } = control;
        if (state === 'locked')
          return (
            <LockedControl
              key={key}
              control={control}
              scale={scale}
              pageCount={pageCount}
              pageWidth={size.width}
            />
          );
        const isSelected = keys.has(key);
        const common = { control, parties, scale, isSelected, awaited };
        return kind === 'seam' ? (
          <SeamStrip key={key} {...common} page={page} pageCount={pageCount} />
        ) : (
          <ControlButton key={key} {...common} isAlone={isSelected && isAlone} />
        );
      })}
    </>
  );
});
