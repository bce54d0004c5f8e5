import type { SetupFinding, SetupState } from '@cinnabar/api/pages/setup.js';
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { Button } from '../components/button.js';
import { smallIcon } from '../components/icons.js';
import { useTexts } from '../text/language.js';
import { findingTexts } from './finding-texts.js';

interface Props {
  readonly state: Pick<SetupState, 'findings'>;
  /** Runs the checks anew. */
  readonly checkAgain: () => void;
  readonly isChecking: boolean;
}

/** What `cinnabar doctor` finds: what is wrong and what helps first, then what is in order. */
export function Findings({ state: { findings }, checkAgain, isChecking }: Props) {
  const t = useTexts(findingTexts);
  const of = (wanted: SetupFinding['status']) => findings.filter(({ status }) => status === wanted);
  const [wrong, limited, fine] = [of('error'), of('warn'), of('ok')];
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <p className="m-0 text-body font-medium" role="status">
          {t.counts(wrong.length, limited.length, fine.length)}
        </p>
        <Button small onPress={checkAgain} busyLabel={isChecking ? t.checkingService : null}>
          {t.checkAgain}
        </Button>
      </div>
      <FindingList findings={[...wrong, ...limited]} />
      <details className="mb-6">
        <summary className="min-h-11 cursor-pointer py-3 text-body text-n-700">
          {t.passed(fine.length)}
        </summary>
        <FindingList findings={fine} />
      </details>
    </>
  );
}

const looks: Readonly<
  Record<SetupFinding['status'], { readonly Icon: LucideIcon; readonly colour: string }>
> = {
  error: { Icon: CircleX, colour: 'text-danger' },
  warn: { Icon: TriangleAlert, colour: 'text-warning' },
  ok: { Icon: CircleCheck, colour: 'text-success' },
};

/** The checks begin in lower case, as command lines do; an address stays as it is. */
function asSentence(message: string): string {
  return message.replace(/^(?!\w+:\/\/)[a-z]/, (letter) => letter.toUpperCase());
}

function FindingList({ findings }: { readonly findings: readonly SetupFinding[] }) {
  const t = useTexts(findingTexts);
  if (findings.length === 0) return null;
  const checks: Readonly<Record<string, string>> = t.checks;
  return (
    <ul className="m-0 mb-4 list-none divide-y divide-n-200 border-y border-n-200 p-0">
      {findings.map(({ check, status, message, remedy }) => {
        const { Icon, colour } = looks[status];
        return (
          <li key={`${check} ${message}`} className="py-3">
            <p className="m-0 flex items-center gap-2 text-body font-medium">
              <span className={`inline-flex items-center gap-1 text-small ${colour}`}>
                <Icon {...smallIcon} />
                {t.statuses[status]}
              </span>
              {checks[check] ?? check}
            </p>
            <p className="m-0 mt-1 text-small text-n-600 names">{asSentence(message)}</p>
            {remedy !== null && (
              <p className="m-0 mt-1 text-small text-n-900 names">
                {t.remedy}
                {remedy}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
