import { BookOpen } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useRight } from '../shell/console-context.js';
import { DeniedView, RowsSkeleton } from '../shell/states.js';
import { TabBar } from '../shell/tab-bar.js';
import { developerTexts } from './developer-texts.js';

const tabs = {
  apps: onDemand(() => import('./apps-tab.js'), <RowsSkeleton />),
  webhooks: onDemand(() => import('./webhooks-tab.js'), <RowsSkeleton />),
  deliveries: onDemand(() => import('./deliveries-tab.js'), <RowsSkeleton />),
  embedding: onDemand(() => import('./embed-tab.js'), <RowsSkeleton />),
} as const;

const order = ['apps', 'webhooks', 'deliveries', 'embedding'] as const;

/** For those who connect other systems: applications, webhooks, their deliveries, and embedding. */
export default function DeveloperScreen() {
  const t = useTexts(developerTexts);
  const heading = useHeading(t.title);
  const rights = {
    apps: useRight('manageApplications'),
    webhooks: useRight('manageWebhooks'),
    deliveries: useRight('manageWebhooks'),
    embedding: useRight('manageEnterprise'),
  } as const;
  const [state, keep] = usePageState('consoleDeveloper');
  const open = order.filter((each) => rights[each]);
  const tab = open.find((each) => each === state.tab) ?? open[0];
  if (tab === undefined) return <DeniedView what={t.what} />;
  const Tab = tabs[tab];
  return (
    <div className="mx-auto w-full max-w-[1120px] pb-6">
      <div className="flex items-center gap-3 px-4 pt-4 lg:px-6">
        <h1 ref={heading} tabIndex={-1} className="m-0 flex-1 text-page font-semibold">
          {t.title}
        </h1>
        <a
          href="/docs"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-2 text-small font-medium text-n-900"
        >
          <BookOpen {...smallIcon} />
          {t.docs}
        </a>
      </div>
      <div className="border-b border-n-200">
        <TabBar
          label={t.tabs}
          tabs={open.map((each) => ({ value: each, words: t[each] }))}
          value={tab}
          onChange={(next) =>
            keep({
              tab: next === 'apps' ? undefined : next,
              webhook: undefined,
              status: undefined,
              page: undefined,
            })
          }
        />
      </div>
      <Tab />
    </div>
  );
}
