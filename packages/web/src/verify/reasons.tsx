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
      {sorted.map(({ code, effect, words }) => {
        const { Icon, text } = looks[effect];
        return (
          <li key={code} className="flex items-start gap-2">
            <Icon {...smallIcon} className={`mt-0.5 shrink-0 ${text}`} />
            <span className="min-w-0 names">{words[language]}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Each reason once, however many parts of the file it concerns. */
function groupedByReason(problems: readonly VerifyPageProblem[]): readonly VerifyPageProblem[] {
  return [...new Map(problems.map((problem) => [problem.code, problem])).values()];
}
