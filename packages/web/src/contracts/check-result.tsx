import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import type { FinishedOwnCheck } from '@cinnabar/api/pages/own-identity.js';
import { finishOwnCheck } from '@cinnabar/api/pages/own-identity.js';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { accountTexts } from './account-texts.js';
import type { CheckResult } from './own-check-result.js';

interface Props {
  readonly entered: EnteredMine;
  readonly result: CheckResult;
  /** Continues to the contracts, with the new session if there is one. */
  readonly goOn: (again: EnteredMine | null) => void;
}

/** Shows the result of a face check. */
export function CheckResultPage({ entered, result, goOn }: Props) {
  const t = useTexts(accountTexts);
  const app = useTexts(commonTexts);
  const finishing = useQuery({
    queryKey: ['mine', 'check', result.orderNo],
    queryFn: () => call(finishOwnCheck, result, { personSession: entered.session }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (finishing.error !== null) {
    const text = refusalWords(finishing.error, app.offlineText)?.words ?? '';
    return (
      <StatePage
        icon="ended"
        title={t.failedTitle}
        text={text}
        action={{ label: t.back, run: () => goOn(null) }}
      />
    );
  }
  if (finishing.data === undefined) return <PageSkeleton />;
  const { outcome, entered: again } = finishing.data;
  const words: Readonly<Record<FinishedOwnCheck['outcome'], readonly [title: string, text: string]>> = {
    returned: [t.returnedTitle, t.returnedText],
    renamed: [t.renamedTitle, t.renamedText],
    found: [t.doneFoundTitle, t.doneFoundText(again?.mobile ?? '')],
    proven: [t.provenTitle, t.provenText],
    nothing: [t.nothingTitle, t.nothingText],
  };
  const [title, text] = words[outcome];
  return (
    <StatePage
      icon={outcome === 'nothing' ? 'empty' : 'done'}
      title={title}
      text={text}
      action={{ label: t.toContracts, run: () => goOn(again) }}
    />
  );
}
