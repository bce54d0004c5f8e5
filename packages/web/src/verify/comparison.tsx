import type { CheckedContract } from '@cinnabar/api/pages/verify.js';
import { CircleCheck, CircleX, History } from 'lucide-react';
import { iconSize } from '../shared/components/icons.js';
import { momentInFull } from '../shared/format/dates.js';
import { useTexts } from '../shared/text/language.js';
import { checkTexts } from './check-texts.js';

interface Props {
  readonly contract: CheckedContract;
  /** Hash of the given file. */
  readonly sha256: string;
}

/** Whether a file belongs to the contract, and which version it is. */
export function Comparison({ contract, sha256 }: Props) {
  const t = useTexts(checkTexts);
  const { Icon, text, words } = found();
  return (
    <p
      className={`m-0 mt-4 flex items-start gap-3 rounded-card border border-n-200 bg-n-0 p-4 text-body font-medium sm:px-6 ${text}`}
    >
      <Icon {...iconSize} className="mt-0.5 shrink-0" />
      <span className="min-w-0 names">{words}</span>
    </p>
  );

  function found() {
    for (const { fileName, sha256: current, earlier } of contract.files) {
      if (current === sha256) return { Icon: CircleCheck, text: 'text-success', words: t.same(fileName) };
      const version = earlier.find((each) => each.sha256 === sha256);
      if (version !== undefined) {
        const words = t.older(fileName, momentInFull(version.time));
        return { Icon: History, text: 'text-warning', words };
      }
    }
    return { Icon: CircleX, text: 'text-danger', words: t.other };
  }
}
