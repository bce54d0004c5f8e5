// Output of the demo: numbered steps, notes below them, tables; Chinese first, then English.

let steps = 0;

/** Heading of a group of steps. */
export function scene(chinese, english) {
  steps = 0;
  console.log(`\n== ${chinese} / ${english} ==`);
}

export function step(chinese, english) {
  steps += 1;
  console.log(`\n${String(steps).padStart(2)}. ${chinese} / ${english}`);
}

export function note(text) {
  console.log(`    ${text}`);
}

/** Rows below a header, in aligned columns; Chinese characters are two columns wide. */
export function table(head, rows) {
  const texts = [head, ...rows].map((row) => row.map((cell) => String(cell ?? '')));
  const widths = head.map((_cell, column) => Math.max(...texts.map((row) => widthOf(row[column]))));
  for (const [index, row] of texts.entries()) {
    note(
      row
        .map((cell, column) => cell + ' '.repeat(widths[column] - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    );
    if (index === 0) note(widths.map((width) => '-'.repeat(width)).join('  '));
  }
}

function widthOf(text) {
  let width = 0;
  for (const character of text)
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(
        character,
      )
        ? 2
        : 1;
  return width;
}

/** Throws if the service behaved differently from the scene's expectation. */
export function expectThat(met, what) {
  if (!met) throw new Error(`unexpected: ${what}`);
}
