import { deflateSync } from 'node:zlib';
import { writeCompleteFile } from '../syntax/complete-file.js';
import {
  dictionary,
  name,
  type PdfObject,
  type PdfReference,
  type PdfValue,
  reference,
  stream,
} from '../syntax/values.js';

/** ISO 216 A4, 210 x 297 mm, in pt. */
export const A4 = { width: 595.276, height: 841.89 } as const;

export interface WrittenPage {
  /** pt */
  readonly width: number;
  readonly height: number;
  /** Content operators in points, origin bottom left, y up. */
  readonly content: string;
}

/**
 * Writes a PDF of these pages, which share their resources.
 * @param resources writes the resources named by the operators through `add`, once all are known
 * @param catalog additional entries of the catalog
 */
export function writePages(
  pages: readonly WrittenPage[],
  resources: (
    add: (object: PdfObject) => PdfReference,
  ) => Readonly<Record<'Font' | 'XObject', ReadonlyMap<string, PdfReference>>>,
  catalog: (add: (object: PdfObject) => PdfReference) => Readonly<Record<string, PdfValue>> = () => ({}),
): Uint8Array {
  const objects: PdfObject[] = [];
  const add = (object: PdfObject): PdfReference => reference(objects.push(object));
  const { Font, XObject } = resources(add);
  const shared = add(dictionary({ Font, XObject }));
  const tree = add(null);
  const kids = pages.map(({ width, height, content }) => {
    const operators = stream(
      dictionary({ Filter: name('FlateDecode') }),
      deflateSync(Buffer.from(content, 'latin1')),
    );
    return add(
      dictionary({
        Type: name('Page'),
        Parent: tree,
        MediaBox: [0, 0, width, height],
        Resources: shared,
        Contents: add(operators),
      }),
    );
  });
  objects[tree.object - 1] = dictionary({ Type: name('Pages'), Kids: kids, Count: kids.length });
  const root = add(dictionary({ Type: name('Catalog'), Pages: tree, ...catalog(add) }));
  return new Uint8Array(writeCompleteFile(objects, root, null));
}
