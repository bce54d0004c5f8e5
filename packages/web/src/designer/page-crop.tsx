import type { DocumentFile } from '../shared/document/layout.js';

interface Props {
  readonly label: string;
  readonly file: DocumentFile;
  readonly page: number;
  readonly pictureOf: (file: DocumentFile, page: number, width: number) => string;
  /** In document px. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const WIDTH = 264;
const HEIGHT = 132;
const SCALE = 0.6;

/** The part of a page around a control. */
export function PageCrop({ label, file, page, pictureOf, box }: Props) {
  const size = file.pages[page - 1];
  if (size === undefined) return null;
  const [width, height] = [size.width * SCALE, size.height * SCALE];
  const offset = (middle: number, whole: number, shown: number) =>
    Math.max(0, Math.min(middle * SCALE - shown / 2, whole - shown));
  const left = offset(box.x + box.width / 2, width, WIDTH);
  const top = offset(box.y + box.height / 2, height, HEIGHT);
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
        <span
          aria-hidden
          className="absolute rounded-marker border-2 border-info bg-info/10"
          style={{
            left: box.x * SCALE - left,
            top: box.y * SCALE - top,
            width: box.width * SCALE,
            height: box.height * SCALE,
          }}
        />
      </div>
    </figure>
  );
}
