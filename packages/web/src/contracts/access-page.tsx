import { contractList } from '@cinnabar/api/operations/flows.js';
import { openFromAccess } from '@cinnabar/api/pages/access.js';
import { enterByAccess } from '@cinnabar/api/pages/login.js';
import type { MyContract } from '@cinnabar/api/pages/mine.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { DataOf, Wire } from '../api/wire.js';
import { BrandHeader } from '../shared/components/brand-header.js';
import { Button } from '../shared/components/button.js';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { StatePage } from '../shared/components/state-page.js';
import { useHeading } from '../shared/components/use-heading.js';
import { isFramed } from '../shared/embed/host.js';
import { useLink } from '../shared/link/link-context.js';
import LinkGate from '../shared/link/link-gate.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { ContractCard } from './contract-card.js';
import { EmptyList } from './empty-list.js';
import { ListSkeleton } from './list-skeleton.js';
import { mineTexts } from './mine-texts.js';

/** The contracts of one enterprise, for a member who arrived by an access link of its application. */
export function AccessPage() {
  return (
    <LinkGate>
      <MemberContracts />
    </LinkGate>
  );
}

type Item = DataOf<typeof contractList>[number];

const PAGE_SIZE = 50;
/** The page shows no total, and an exact one may take long. */
const COUNT_LIMIT = 1000;

function MemberContracts() {
  const t = useTexts(mineTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const heading = useHeading(t.title);
  const list = (docQueryType: 0 | 4) =>
    link.call(contractList, {
      docQueryType,
      listPageNo: 1,
      listPageSize: PAGE_SIZE,
      countLimit: COUNT_LIMIT,
    });
  const listing = useQuery({
    queryKey: ['access', link.linkId],
    async queryFn() {
      const [mine, all] = [await list(4), await list(0)];
      const ids = mine.map(({ flowId }) => flowId);
      return { mine, others: all.filter(({ flowId }) => !ids.includes(flowId)) };
    },
    enabled: link.entered.kind === 'access',
  });
  const opening = useMutation({
    mutationFn: ({ flowId }: Item) => link.call(openFromAccess, { flowId }),
    onSuccess: ({ address }) => location.assign(address),
  });
  const entering = useMutation({
    mutationFn: () => link.call(enterByAccess, {}),
    onSuccess: ({ address }) => location.assign(address),
  });
  if (link.entered.kind !== 'access') {
    return <StatePage state={{ kind: 'invalid' }} />;
  }
  if (listing.error !== null) {
    return <RefusalPage error={listing.error} retry={() => void listing.refetch()} />;
  }
  const corpName = link.opened.corpName ?? '';
  const card = (item: Item) => (
    <li key={item.flowId}>
      <ContractCard
        contract={viewOf(item)}
        saysForWhom={false}
        isOpening={opening.isPending && opening.variables === item}
        open={() => opening.mutate(item)}
      />
    </li>
  );
  const { mine = [], others = [] } = listing.data ?? {};
  return (
    <DeskLayout isScrolled header={<BrandHeader />}>
      <div className="mx-auto w-full max-w-[752px] px-4 pt-2 pb-12">
        <h1 ref={heading} tabIndex={-1} className="m-0 mb-1 text-page font-semibold">
          {t.title}
        </h1>
        <p className="mt-0 mb-6 text-body text-n-600 names">
          <bdi>{corpName}</bdi>
        </p>
        {!isFramed && (
          <p className="mt-0 mb-6">
            <Button small busyLabel={entering.isPending ? t.opening : null} onPress={() => entering.mutate()}>
              {t.toConsole}
            </Button>
          </p>
        )}
        <ErrorLine text={refusalWords(opening.error ?? entering.error, app.offlineText)?.words ?? null} />
        {listing.data === undefined ? (
          <ListSkeleton />
        ) : mine.length + others.length === 0 ? (
          <EmptyList />
        ) : (
          <>
            <h2 className="m-0 mb-3 text-title font-semibold">{t.waiting(mine.length)}</h2>
            <ul className="m-0 list-none space-y-3 p-0">{mine.map(card)}</ul>
            {others.length > 0 && <h2 className="m-0 mt-8 mb-3 text-title font-semibold">{t.others}</h2>}
            <ul className="m-0 list-none space-y-3 p-0">{others.map(card)}</ul>
          </>
        )}
      </div>
    </DeskLayout>
  );
}

const tasks = [null, 'fill', 'sign', null, 'pay'] as const;

function viewOf(item: Item): Wire<MyContract> {
  return {
    task: tasks[item.operateStatus] ?? null,
    flowId: item.flowId,
    participantId: null,
    approvalId: null,
    copierId: null,
    title: item.flowTitle,
    from: item.corpName,
    actingFor: null,
    status: item.flowStatus,
    deadline: item.expireDate,
    createTime: item.createTime,
  };
}
