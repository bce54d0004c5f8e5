import type { PagePlace } from '../shared/document/layout.js';
import { KeptField } from './kept-field.js';
import { partyLook } from './party-look.js';
import type { PlaceDesk, PlaceEvent } from './place-desk-state.js';
import type { Placed } from './placed.js';
import { PlacedField } from './placed-field.js';
import type { Problem } from './problems.js';
import { SeamStrip } from './seam-strip.js';
import type { FieldActs } from './use-field-acts.js';

interface Props {
  readonly desk: PlaceDesk;
  readonly send: (event: PlaceEvent) => void;
  readonly acts: FieldActs;
  readonly problems: readonly Problem[];
  readonly at: PagePlace;
  readonly scale: number;
  /** Whether the properties of a field are shown beside the pages instead of over them. */
  readonly hasPanel: boolean;
}

/** All fields of one page. */
export function PageFields({ desk, send, acts, problems, at, scale, hasPanel }: Props) {
  const { view, selectedId, focusId, liftedId } = desk;
  const file = view.files.find(({ fileId }) => fileId === at.fileId);
  const size = file?.pages[at.page - 1];
  if (file === undefined || size === undefined) return null;
  const isHere = (field: Pick<Placed, 'fileId' | 'page' | 'seam'>) =>
    field.fileId === at.fileId && (field.seam || field.page === at.page);
  const indexOf = (wanted: string) => view.placeParties.findIndex(({ flag }) => flag === wanted);
  const common = {
    scale,
    select: ({ id }: Placed) => send({ type: 'selected', id }),
    open: ({ id }: Placed) => send({ type: 'opened', id, hasPanel }),
    drag: acts.dragField,
    keyed: acts.keyed,
  };
  return (
    <>
      {view.kept.filter(isHere).map((field) => (
        <KeptField
          key={field.componentId}
          field={field}
          look={partyLook(indexOf(field.flag))}
          scale={scale}
          pageCount={file.pages.length}
          pageWidth={size.width}
        />
      ))}
      {desk.history.now.filter(isHere).map((field) => {
        const index = indexOf(field.flag);
        const standing = {
          ...common,
          field,
          look: partyLook(index),
          isSelected: field.id === selectedId,
          wantsFocus: field.id === focusId,
        };
        return field.seam ? (
          <SeamStrip
            key={field.id}
            {...standing}
            page={{ number: at.page, width: size.width, count: file.pages.length }}
          />
        ) : (
          <PlacedField
            key={field.id}
            {...standing}
            isEnterprise={view.placeParties[index]?.isEnterprise ?? false}
            isLifted={field.id === liftedId}
            hasMistake={problems.some(({ fieldId, isMistake }) => isMistake && fieldId === field.id)}
            resize={({ id }, box) => send({ type: 'resized', id, to: box })}
          />
        );
      })}
    </>
  );
}
