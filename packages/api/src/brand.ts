/** Brand of an enterprise on the pages of its signers: what it may be, checked by the service and the console alike. */

/** The word that removes a part of the brand. */
export const NO_BRAND = 'none';

/** Limit of an uploaded logo, bytes. */
export const MAX_LOGO_BYTES = 512 * 1024;

/** Limits of each side of an uploaded logo, px, and of its width in heights. */
export const LOGO_SIDES = { min: 32, max: 4096, ratio: 6 } as const;

/** Letters and what joins them. Nothing that forms an address, reorders text or is invisible. */
const NAME = /^[\p{L}\p{M}\p{N} &·・,'’\-_+!()（）]{2,20}$/u;

/** Whether the text is fit to stand for an enterprise: 2 to 20 characters, at least one of them a letter. */
export function isBrandName(text: string): boolean {
  return (
    text !== NO_BRAND &&
    NAME.test(text) &&
    text.trim() === text &&
    /\p{L}/u.test(text) &&
    !/\p{M}{3}| {2}/u.test(text)
  );
}

/**
 * The name of an enterprise as the sender of messages. A short name that is taken from the registered one stands alone;
 * any other might be that of somebody else, so the registered name follows it.
 */
export function senderName(brandName: string, corpName: string): string {
  return brandName === '' || isTakenFrom(brandName, corpName)
    ? brandName || corpName
    : `${brandName}（${corpName}）`;
}

/** Whether all characters of the short name stand in the long one, in this order: 星河科技 in 北京星河信息科技有限公司. */
function isTakenFrom(short: string, long: string): boolean {
  const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s/gu, '');
  const wanted = [...plain(short)];
  let found = 0;
  for (const character of plain(long)) if (character === wanted[found]) found += 1;
  return found === wanted.length;
}

/** The colours of text on a header: white, and the black of the pages. */
const TEXT_COLORS = ['#ffffff', '#1a1a17'] as const;

/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5;

/** A colour as `#rrggbb` in lower case; null for any other notation. */
export function readBrandColor(text: string): string | null {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : null;
}

/** The text colour that is read best on a colour `#rrggbb`, with its contrast. */
export function textOn(color: string): { readonly text: string; readonly contrast: number } {
  const [white, black] = TEXT_COLORS;
  const [onWhite, onBlack] = [contrastOf(white, color), contrastOf(black, color)];
  return onWhite >= onBlack ? { text: white, contrast: onWhite } : { text: black, contrast: onBlack };
}

/** Whether text can be read on a colour `#rrggbb`. */
export function isReadable(color: string): boolean {
  return textOn(color).contrast >= MIN_CONTRAST;
}

/** Contrast of two colours as WCAG defines it, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
