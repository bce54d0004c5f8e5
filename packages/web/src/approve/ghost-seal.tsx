import { ownPicture } from '../shared/document/own-picture.js';
import { sliceOf } from '../shared/document/seal-geometry.js';
import { useTexts } from '../shared/text/language.js';
import { boxOf, type Mark, type Seal } from './approvals.js';
import { approveTexts } from './approve-texts.js';

interface Props {
  readonly mark: Mark;
  readonly seal: Seal;
  readonly scale: number;
}

/** Preview of a seal at its future position and true size. */
export function GhostSeal({ mark, seal, scale }: Props) {
  const t = useTexts(approveTexts);
  const box = boxOf(mark, seal);
  return (
    <span
      role="img"
      aria-label={t.placeOn(seal.name, mark.page)}
      data-seal={mark.page}
      className="pointer-events-none absolute z-10 rounded-marker outline-[1.5px] outline-offset-4 outline-todo-edge outline-dashed"
      style={{
        left: box.x * scale,
        top: box.y * scale,
        width: box.width * scale,
        height: box.height * scale,
      }}
    >
      <img
        src={ownPicture(seal.pictureUrl)}
        alt=""
        draggable={false}
        className="size-full object-contain opacity-45 mix-blend-multiply"
      />
    </span>
  );
}

interface SliceProps extends Props {
  readonly page: number;
  readonly pageCount: number;
}

/** Preview of the slice of a seam seal at the right edge of a page. */
export function GhostSlice({ mark, seal, scale, page, pageCount }: SliceProps) {
  const { index, of } = sliceOf(pageCount, page);
  const box = boxOf(mark, seal);
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute right-0 z-10 overflow-hidden opacity-45 mix-blend-multiply"
      style={{ top: box.y * scale, width: (box.width / of) * scale, height: box.height * scale }}
    >
      <img
        src={ownPicture(seal.pictureUrl)}
        alt=""
        draggable={false}
        className="absolute top-0 max-w-none"
        style={{
          left: (-index * box.width * scale) / of,
          width: box.width * scale,
          height: box.height * scale,
        }}
      />
    </span>
  );
}
