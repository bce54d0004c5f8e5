import { ShieldCheck } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useRight } from '../shell/console-context.js';
import { RowsSkeleton } from '../shell/states.js';
import { TabBar } from '../shell/tab-bar.js';
import { settingsTexts } from './settings-texts.js';

const tabs = {
  corp: onDemand(() => import('./corp-tab.js'), <RowsSkeleton rows={3} />),
  brand: onDemand(() => import('./brand-tab.js'), <RowsSkeleton rows={3} />),
  rules: onDemand(() => import('./rules-tab.js'), <RowsSkeleton rows={3} />),
  notices: onDemand(() => import('./notices-tab.js'), <RowsSkeleton rows={3} />),
  login: onDemand(() => import('./login-tab.js'), <RowsSkeleton rows={3} />),
  certificates: onDemand(() => import('./certificates-tab.js'), <RowsSkeleton rows={3} />),
  retention: onDemand(() => import('./retention-tab.js'), <RowsSkeleton rows={3} />),
} as const;

const order = ['corp', 'brand', 'rules', 'notices', 'login', 'certificates', 'retention'] as const;

/** Settings of the enterprise. */
export default function SettingsScreen() {
  const t = useTexts(settingsTexts);
  const heading = useHeading(t.title);
  const manages = useRight('manageEnterprise');
  const readsContracts = useRight('readContracts');
  const [state, keep] = usePageState('consoleSettings');
  const readsAudit = useRight('readAudit');
  const mayOpen: Readonly<Record<keyof typeof tabs, boolean>> = {
    ...{ corp: true, brand: manages, rules: manages, notices: manages, login: manages },
    ...{ certificates: readsContracts, retention: manages && readsAudit },
  };
  const open = order.filter((each) => mayOpen[each]);
  const tab = open.find((each) => each === state.tab) ?? 'corp';
  const Tab = tabs[tab];
  return (
    <div className="mx-auto w-full max-w-[1120px] pb-6">
      <div className="flex items-center gap-3 px-4 pt-4 lg:px-6">
        <h1 ref={heading} tabIndex={-1} className="m-0 flex-1 text-page font-semibold">
          {t.title}
        </h1>
        <a
          href="/security"
          className="inline-flex min-h-11 items-center gap-2 text-small font-medium text-n-900"
        >
          <ShieldCheck {...smallIcon} />
          {t.security}
        </a>
      </div>
      <div className="border-b border-n-200">
        <TabBar
          label={t.tabs}
          tabs={open.map((each) => ({ value: each, words: t[each] }))}
          value={tab}
          onChange={(next) => keep({ tab: next === 'corp' ? undefined : next, page: undefined })}
        />
      </div>
      <Tab />
    </div>
  );
}
