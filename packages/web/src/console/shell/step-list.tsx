import { Check } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';

interface Props {
  readonly label: string;
  readonly steps: readonly string[];
  /** From 1. */
  readonly step: number;
}

/** The steps of a wizard, and where one is. */
export function StepList({ label, steps, step }: Props) {
  return (
    <ol aria-label={label} className="m-0 mb-6 flex list-none flex-wrap gap-x-6 gap-y-1 p-0">
      {steps.map((words, index) => (
        <li
          key={words}
          aria-current={index + 1 === step ? 'step' : undefined}
          className={`figures flex min-h-8 items-center gap-2 text-desk ${index + 1 === step ? 'font-semibold text-n-900' : 'text-n-500'}`}
        >
          <span
            className={`flex size-6 items-center justify-center rounded-full text-caption font-semibold ${index + 1 <= step ? 'bg-n-900 text-n-0' : 'bg-n-200 text-n-700'}`}
          >
            {index + 1 < step ? <Check {...smallIcon} /> : index + 1}
          </span>
          {words}
        </li>
      ))}
    </ol>
  );
}
