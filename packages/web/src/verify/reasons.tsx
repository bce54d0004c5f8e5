import type { VerifyPageProblem } from '@cinnabar/api/pages/verify.js';
import { CircleX, Info, TriangleAlert } from 'lucide-react';
import { smallIcon } from '../shared/components/icons.js';
import { useLanguage } from '../shared/text/language.js';

const looks = {
  invalid: { Icon: CircleX, text: 'text-danger' },
  indeterminate: { Icon: TriangleAlert, text: 'text-warning' },
  remark: { Icon: Info, text: 'text-n-500' },
} as const;

/** Problems of a signature or file, the most severe first. */
export function Reasons({ problems }: { readonly problems: readonly VerifyPageProblem[] }) {
  const { language } = useLanguage();
  if (problems.length === 0) return null;
  const shown = groupedByReason(problems);
  const sorted = (['invalid', 'indeterminate', 'remark'] as const).flatMap((effect) =>
    shown.filter((problem) => problem.effect === effect),
  );
  return (
    <ul className="m-0 mb-3 flex list-none flex-col gap-1 p-0 text-small">
      {sorted.map(({ code, effect, words, detail }) => {
        const { Icon, text } = looks[effect];
        return (
          <li key={code} className="flex items-start gap-2">
            <Icon {...smallIcon} className={`mt-0.5 shrink-0 ${text}`} />
            <span className="min-w-0 names">
              {words[language]}
              {detail !== '' && <bdi className="ml-1 text-n-500">{detail}</bdi>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Problems whose objects are listed separately. */
const LISTED: ReadonlySet<string> = new Set([
  'FORBIDDEN_CHANGE',
  'RENDERING_DIFFERS',
  'RENDERING_UNFINISHED',
]);

/** Each reason once, with all objects it concerns. */
function groupedByReason(problems: readonly VerifyPageProblem[]): readonly VerifyPageProblem[] {
  const found = new Map<string, VerifyPageProblem>();
  for (const each of problems) {
    const detail = LISTED.has(each.code) ? '' : each.detail;
    const known = found.get(each.code);
    const all = known === undefined || known.detail === '' ? detail : `${known.detail}, ${detail}`;
    found.set(each.code, { ...each, detail: all });
  }
  return [...found.values()];
}
