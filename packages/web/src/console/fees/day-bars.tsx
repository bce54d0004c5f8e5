import { useTexts } from '../../shared/text/language.js';
import type { DayOfLedger } from './ledger.js';
import { ledgerTexts } from './ledger-texts.js';

const STEP = 20;
const HALF = 40;

/** What was added and taken each day: bars up and down, and the same as a table. */
export function DayBars({ days }: { readonly days: readonly DayOfLedger[] }) {
  const t = useTexts(ledgerTexts);
  const most = Math.max(1, ...days.flatMap(({ added, taken }) => [added, taken]));
  const height = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HALF));
  const changed = days.filter(({ added, taken }) => added > 0 || taken > 0);
  return (
    <div>
      <svg
        role="img"
        aria-label={t.chart(days[0]?.day ?? '', days.at(-1)?.day ?? '')}
        viewBox={`0 0 ${days.length * STEP} ${2 * HALF + 2}`}
        preserveAspectRatio="none"
        className="block h-24 w-full"
      >
        <line
          x1={0}
          x2={days.length * STEP}
          y1={HALF + 1}
          y2={HALF + 1}
          className="stroke-n-300"
          vectorEffect="non-scaling-stroke"
        />
        {days.map(({ day, added, taken }, index) => (
          <g key={day}>
            <rect
              x={index * STEP + 4}
              width={STEP - 8}
              y={HALF - height(added)}
              height={height(added)}
              className="fill-success"
            />
            <rect
              x={index * STEP + 4}
              width={STEP - 8}
              y={HALF + 2}
              height={height(taken)}
              className="fill-n-700"
            />
          </g>
        ))}
      </svg>
      <p className="figures m-0 flex justify-between text-small text-n-500">
        <span>{days[0]?.day.slice(5)}</span>
        <span>{days.at(-1)?.day.slice(5)}</span>
      </p>
      {changed.length > 0 && (
        <details className="text-small">
          <summary className="flex min-h-11 cursor-pointer items-center text-n-700">{t.showTable}</summary>
          <table className="figures w-full max-w-[480px] border-collapse text-right">
            <thead>
              <tr className="text-n-600">
                <th scope="col" className="py-1 text-left font-medium">
                  {t.day}
                </th>
                <th scope="col" className="font-medium">
                  {t.added}
                </th>
                <th scope="col" className="font-medium">
                  {t.taken}
                </th>
              </tr>
            </thead>
            <tbody>
              {changed.map(({ day, added, taken }) => (
                <tr key={day} className="border-t border-n-200">
                  <th scope="row" className="py-1 text-left font-normal">
                    {day}
                  </th>
                  <td>{added}</td>
                  <td>{taken}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}
