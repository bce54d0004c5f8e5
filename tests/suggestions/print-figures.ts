import { type Score, totalOf } from './compare-answers.js';

interface Figures {
  readonly name: string;
  readonly score: Score;
  readonly pages: number;
  readonly reading: number;
  readonly rules: number;
}

/** Prints the table that `npm run measure:suggestions` asks for. */
export function printFigures(folder: string, all: readonly Figures[]): void {
  if (process.env['MEASURE_SUGGESTIONS'] === undefined) return;
  const share = (part: number, of: number): string => (of === 0 ? '-' : `${part}/${of}`);
  const lines = all.map(({ name, score, pages, reading, rules }) => {
    const { areas, areasFound, rightParty, blanks, blanksFound, rightName, proposed, nonsense } = score;
    const figures = [
      `areas ${share(areasFound, areas)}`,
      `party ${share(rightParty, areasFound)}`,
      `blanks ${share(blanksFound, blanks)}`,
      `name ${share(rightName, blanksFound)}`,
      `nonsense ${share(nonsense, proposed)}`,
      `${(reading / pages).toFixed(1)} + ${(rules / pages).toFixed(1)} ms a page`,
    ];
    return [`${name}: ${figures.join(', ')}`, ...score.remarks.map((remark) => `    ${remark}`)].join('\n');
  });
  const total = totalOf(all.map(({ score }) => score));
  const pages = all.reduce((sum, each) => sum + each.pages, 0);
  const time = (key: 'reading' | 'rules') =>
    (all.reduce((sum, each) => sum + each[key], 0) / Math.max(1, pages)).toFixed(1);
  process.stdout.write(
    `${[
      `${folder}: ${all.length} contracts`,
      ...lines,
      `areas ${share(total.areasFound, total.areas)}, blanks ${share(total.blanksFound, total.blanks)}, nonsense ${share(total.nonsense, total.proposed)}`,
      `right party ${share(total.rightParty, total.areasFound)}, right name ${share(total.rightName, total.blanksFound)}`,
      `${time('reading')} ms a page to read, ${time('rules')} ms a page for the rules`,
    ].join('\n')}\n`,
  );
}
