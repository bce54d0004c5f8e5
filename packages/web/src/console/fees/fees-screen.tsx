import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useRight } from '../shell/console-context.js';
import { RowsSkeleton } from '../shell/states.js';
import { TabBar } from '../shell/tab-bar.js';
import { feesTexts } from './fees-texts.js';

const tabs = {
  ledger: onDemand(() => import('./ledger-tab.js'), <RowsSkeleton />),
  dues: onDemand(() => import('./dues-tab.js'), <RowsSkeleton />),
  orders: onDemand(() => import('./orders-tab.js'), <RowsSkeleton />),
  days: onDemand(() => import('./days-tab.js'), <RowsSkeleton />),
  channels: onDemand(() => import('./channels-tab.js'), <RowsSkeleton />),
} as const;

const order = ['ledger', 'dues', 'orders', 'days', 'channels'] as const;

/** Balances with their entries, and payments. Who has no right to the enterprise's sees the orders of their own contracts. */
export default function FeesScreen() {
  const t = useTexts(feesTexts);
  const heading = useHeading(t.title);
  const mayRead = useRight('readContracts');
  const [state, keep] = usePageState('consoleFees');
  const open = order.filter((each) => mayRead || each === 'orders' || each === 'dues');
  const tab = open.find((each) => each === state.tab) ?? (mayRead ? 'ledger' : 'orders');
  const Tab = tabs[tab];
  return (
    <div className="mx-auto w-full max-w-[1120px] pb-6">
      <h1 ref={heading} tabIndex={-1} className="m-0 px-4 pt-4 pb-2 text-page font-semibold lg:px-6">
        {t.title}
      </h1>
      <div className="border-b border-n-200">
        <TabBar
          label={t.tabs}
          tabs={open.map((each) => ({ value: each, words: t[each] }))}
          value={tab}
          onChange={(next) =>
            keep({
              ...{
                tab: next === 'ledger' ? undefined : next,
                of: undefined,
                type: undefined,
                who: undefined,
              },
              ...{ from: undefined, to: undefined, status: undefined, order: undefined },
              ...{ channel: undefined, page: undefined },
            })
          }
        />
      </div>
      <Tab />
    </div>
  );
}
