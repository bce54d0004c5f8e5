/** px */
export interface JpegSize {
  readonly width: number;
  readonly height: number;
}

/** A segment begins with a two-byte marker and its length; in the frame header precision, height and width follow. */
const SEGMENT_HEAD = 4;

/**
 * The size of a JPEG of three components that we encoded ourselves, from its frame header (ITU-T T.81, B.2.2).
 * @throws RangeError for anything else
 */
export function jpegSize(bytes: Uint8Array): JpegSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // After SOI, segments follow each other up to the frame header.
  for (let at = 2; at + SEGMENT_HEAD + 6 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker !== 0xffc0 && marker !== 0xffc2) {
      if (marker >> 8 !== 0xff) break;
      continue;
    }
    if (view.getUint8(at + 9) !== 3) break;
    return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  throw new RangeError('no JPEG of three components');
}
