import type { Box } from '../canvas/geometry/box.js';
import type { DocumentFile } from '../shared/document/layout.js';

interface Props {
  readonly label: string;
  readonly file: DocumentFile;
  readonly page: number;
  readonly pictureOf: (file: DocumentFile, page: number, width: number) => string;
  /** Where the control is, in document px; null: it is not there any more. */
  readonly box: Box | null;
  /** Where it was on the same page. */
  readonly earlier?: Box | null;
}

const WIDTH = 264;
const HEIGHT = 132;
const SCALE = 0.6;

/** The part of a page around a control. */
export function PageCrop({ label, file, page, pictureOf, box, earlier = null }: Props) {
  const size = file.pages[page - 1];
  const middle = box ?? earlier;
  if (size === undefined || middle === null) return null;
  const [width, height] = [size.width * SCALE, size.height * SCALE];
  const offset = (centre: number, whole: number, shown: number) =>
    Math.max(0, Math.min(centre * SCALE - shown / 2, whole - shown));
  const left = offset(middle.x + middle.width / 2, width, WIDTH);
  const top = offset(middle.y + middle.height / 2, height, HEIGHT);
  const placeOf = (at: Box) => ({
    left: at.x * SCALE - left,
    top: at.y * SCALE - top,
    width: at.width * SCALE,
    height: at.height * SCALE,
  });
  return (
    <figure className="m-0 min-w-0">
      <figcaption className="figures mb-1 text-caption text-n-600">{label}</figcaption>
      <div
        className="relative max-w-full overflow-hidden rounded-marker border border-n-200 bg-n-0"
        style={{ width: WIDTH, height: HEIGHT }}
      >
        <img
          src={pictureOf(file, page, 600)}
          alt=""
          draggable={false}
          className="absolute max-w-none"
          style={{ left: -left, top: -top, width, height }}
        />
        {earlier !== null && (
          <span
            aria-hidden
            className="absolute rounded-marker border-2 border-dashed border-danger"
            style={placeOf(earlier)}
          />
        )}
        {box !== null && (
          <span
            aria-hidden
            className="absolute rounded-marker border-2 border-info bg-info/10"
            style={placeOf(box)}
          />
        )}
      </div>
    </figure>
  );
}
