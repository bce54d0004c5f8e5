/** A seal for previews: the frame of one with the name in it, so that nobody takes it for a seal that is in use. Pure. */

const SIDE = 420;
const INK = '#c8102e';

/** Its picture, as a data URL. */
export function sampleSeal(name: string, isRound: boolean): string {
  const frame = isRound
    ? `<circle cx="210" cy="210" r="200" fill="none" stroke="${INK}" stroke-width="12"/>`
    : `<rect x="10" y="10" width="400" height="400" fill="none" stroke="${INK}" stroke-width="16"/>`;
  const lines = linesOf([...name], isRound ? 6 : 4);
  const size = Math.min(isRound ? 56 : 110, 340 / Math.max(1, ...lines.map((line) => [...line].length)));
  const first = 210 - ((lines.length - 1) * size * 1.2) / 2;
  const text = lines
    .map((line, index) => `<text x="210" y="${first + index * size * 1.2}">${escaped(line)}</text>`)
    .join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">${frame}` +
    `<g fill="${INK}" font-family="serif" font-size="${size}" text-anchor="middle" dominant-baseline="central">${text}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** At most three lines; what is left over is not shown. */
function linesOf(characters: readonly string[], length: number): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < characters.length && lines.length < 3; from += length) {
    lines.push(characters.slice(from, from + length).join(''));
  }
  return lines;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
