import { dictionary, name, type PdfObject, type PdfReference, stream } from '../syntax/values.js';
import { type JpegSize, jpegSize } from './jpeg-size.js';

/** The pictures of a report: assigns names while pages are filled and writes the image objects afterwards. */
export class EmbeddedPictures {
  readonly #pictures: { readonly jpeg: Uint8Array; readonly size: JpegSize }[] = [];

  /** @param jpeg RGB */
  add(jpeg: Uint8Array): { readonly name: string; readonly size: JpegSize } {
    const size = jpegSize(jpeg);
    return { name: `P${this.#pictures.push({ jpeg, size }) - 1}`, size };
  }

  /** Writes every picture through `add` with unchanged bytes; the result maps resource names to images. */
  write(add: (object: PdfObject) => PdfReference): ReadonlyMap<string, PdfReference> {
    return new Map(
      this.#pictures.map(({ jpeg, size }, index) => {
        const entries = dictionary({
          Type: name('XObject'),
          Subtype: name('Image'),
          Width: size.width,
          Height: size.height,
          ColorSpace: name('DeviceRGB'),
          BitsPerComponent: 8,
          Filter: name('DCTDecode'),
        });
        return [`P${index}`, add(stream(entries, jpeg))];
      }),
    );
  }
}
