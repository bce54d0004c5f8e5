import { FileCheck } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useRight } from '../shell/console-context.js';
import { RowsSkeleton } from '../shell/states.js';
import { TabBar } from '../shell/tab-bar.js';
import { evidenceTexts } from './evidence-texts.js';

const ContractsTab = onDemand(() => import('./contracts-tab.js'), <RowsSkeleton />);
const RootsTab = onDemand(() => import('./roots-tab.js'), <RowsSkeleton />);

/** Evidence of contracts, the daily roots, and the way to the verification of files. */
export default function EvidenceScreen() {
  const t = useTexts(evidenceTexts);
  const heading = useHeading(t.title);
  const readsAudit = useRight('readAudit');
  const [state, keep] = usePageState('consoleEvidence');
  const tab = readsAudit ? (state.tab ?? 'contracts') : 'contracts';
  return (
    <div className="mx-auto w-full max-w-[1120px] pb-6">
      <div className="flex items-center gap-3 px-4 pt-4 lg:px-6">
        <h1 ref={heading} tabIndex={-1} className="m-0 flex-1 text-page font-semibold">
          {t.title}
        </h1>
        <a
          href="/verify"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-2 text-small font-medium text-n-900"
        >
          <FileCheck {...smallIcon} />
          {t.verify}
        </a>
      </div>
      <div className="border-b border-n-200">
        <TabBar
          label={t.tabs}
          tabs={[
            { value: 'contracts', words: t.contracts },
            ...(readsAudit ? [{ value: 'roots' as const, words: t.roots }] : []),
          ]}
          value={tab}
          onChange={(next) => keep({ tab: next === 'contracts' ? undefined : next, page: undefined })}
        />
      </div>
      {tab === 'roots' ? <RootsTab /> : <ContractsTab />}
    </div>
  );
}
