import { isName, isStream, type PdfStream } from '../../syntax/values.js';
import type { RevisionView } from '../revision-view.js';

/** Maximum share of pale pixels, because soft edges of ink are pale. */
const MAX_PALE_SHARE = 0.001;
/** Minimum alpha (of 255) of a visible pixel. */
const VISIBLE = 32;
const MAX_POINTS = 4_000_000;
const PARTS: Readonly<Record<string, 1 | 3>> = { DeviceGray: 1, DeviceRGB: 3 };

/**
 * Whether a picture has pale parts that are not transparent. Only the simplest kind of picture, as signing programs
 * create it of ink, is analysed; every other one counts as pale.
 */
export function isPaleImage(
  view: RevisionView,
  image: PdfStream,
  { ink, pale }: { readonly ink: number; readonly pale: number },
): boolean {
  const entry = (key: string) => view.resolve(image.dictionary.get(key));
  if (entry('ImageMask') === true) return ink > pale;
  const space = entry('ColorSpace');
  const parts = isName(space) ? PARTS[space.name] : undefined;
  const [width, height] = [entry('Width'), entry('Height')];
  if (parts === undefined || typeof width !== 'number' || typeof height !== 'number') return true;
  const points = width * height;
  const mask = entry('SMask');
  if (points > MAX_POINTS || entry('BitsPerComponent') !== 8 || !isStream(mask)) return true;
  if (['Decode', 'Mask', 'Alternates'].some((key) => entry(key) !== null)) return true;
  const maskEntry = (key: string) => view.resolve(mask.dictionary.get(key));
  const isSameSize =
    maskEntry('Width') === width && maskEntry('Height') === height && maskEntry('BitsPerComponent') === 8;
  const [colours, shown] = [view.decoded(image), view.decoded(mask)];
  if (!isSameSize || maskEntry('Decode') !== null || colours === null || shown === null) return true;
  if (colours.length < points * parts || shown.length < points) return true;
  let found = 0;
  for (let point = 0; point < points; point += 1) {
    if ((shown[point] ?? 0) <= VISIBLE) continue;
    const at = point * parts;
    const red = colours[at] ?? 0;
    const luminance =
      parts === 1 ? red : 0.2126 * red + 0.7152 * (colours[at + 1] ?? 0) + 0.0722 * (colours[at + 2] ?? 0);
    if (luminance > pale * 255) found += 1;
  }
  return found > MAX_PALE_SHARE * points;
}
