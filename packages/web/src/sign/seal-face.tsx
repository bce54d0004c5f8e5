import type { CSSProperties } from 'react';
import { ownPicture } from '../shared/document/own-picture.js';
import { sliceOf } from '../shared/document/seal-geometry.js';
import { today } from '../shared/format/dates.js';
import { type Mark, sealBox } from './marks.js';

interface Props {
  readonly mark: Mark;
  readonly scale: number;
}

/** The picture of a mark as it will be signed, at its true size. */
export function SealFace({ mark, scale }: Props) {
  const { ink } = mark;
  if (ink.kind === 'date' || ink.kind === 'remark') {
    return (
      <span
        className="absolute inset-0 flex items-center overflow-hidden text-n-900"
        style={{ fontSize: 14 * scale, lineHeight: 1.3 }}
      >
        {ink.kind === 'date' ? today() : <bdi>{ink.text}</bdi>}
      </span>
    );
  }
  const box = sealBox(mark);
  const style: CSSProperties = {
    left: (box.x - mark.x) * scale,
    top: (box.y - mark.y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
  const picture = ink.kind === 'seal' ? ownPicture(ink.seal.pictureUrl) : ink.picture;
  return (
    <img
      src={picture}
      alt=""
      draggable={false}
      style={style}
      className="pointer-events-none absolute max-w-none animate-seal object-contain mix-blend-multiply select-none"
    />
  );
}

interface SliceProps {
  readonly mark: Mark;
  readonly page: number;
  readonly pageCount: number;
  readonly scale: number;
}

/** The slice of a seam seal at the right edge of a page. */
export function SealSlice({ mark, page, pageCount, scale }: SliceProps) {
  if (mark.ink.kind !== 'seal') return null;
  const { index, of } = sliceOf(pageCount, page);
  const box = sealBox(mark);
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute right-0 overflow-hidden mix-blend-multiply"
      style={{ top: box.y * scale, width: (box.width / of) * scale, height: box.height * scale }}
    >
      <img
        src={ownPicture(mark.ink.seal.pictureUrl)}
        alt=""
        draggable={false}
        className="absolute top-0 max-w-none animate-seal"
        style={{
          left: (-index * box.width * scale) / of,
          width: box.width * scale,
          height: box.height * scale,
        }}
      />
    </span>
  );
}
