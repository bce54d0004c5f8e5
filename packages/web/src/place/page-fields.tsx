import type { PagePlace } from '../shared/document/layout.js';
import { KeptField } from './kept-field.js';
import { partyLook } from './party-look.js';
import type { Placed, View } from './placed.js';
import { PlacedField } from './placed-field.js';
import type { Problem } from './problems.js';
import { SeamStrip } from './seam-strip.js';
import type { FieldActs } from './use-field-acts.js';
import type { Placing } from './use-placing.js';

interface Props {
  readonly view: View;
  readonly placing: Placing;
  readonly acts: FieldActs;
  readonly problems: readonly Problem[];
  readonly at: PagePlace;
  readonly scale: number;
  readonly open: (field: Placed) => void;
}

/** Everything that stands on one page. */
export function PageFields({ view, placing, acts, problems, at, scale, open }: Props) {
  const file = view.files.find(({ fileId }) => fileId === at.fileId);
  const size = file?.pages[at.page - 1];
  if (file === undefined || size === undefined) return null;
  const isHere = (field: Pick<Placed, 'fileId' | 'page' | 'seam'>) =>
    field.fileId === at.fileId && (field.seam || field.page === at.page);
  const indexOf = (wanted: string) => view.placeParties.findIndex(({ flag }) => flag === wanted);
  const common = { scale, select: acts.select, open, drag: acts.dragField, keyed: acts.keyed };
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
      {placing.fields.filter(isHere).map((field) => {
        const index = indexOf(field.flag);
        const standing = {
          ...common,
          field,
          look: partyLook(index),
          isSelected: field.id === placing.selected?.id,
          wantsFocus: field.id === acts.focusId,
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
            isLifted={field.id === acts.liftedId}
            hasMistake={problems.some(({ fieldId, isMistake }) => isMistake && fieldId === field.id)}
            resize={(resized, box) => void placing.moveTo(resized, box)}
          />
        );
      })}
    </>
  );
}
