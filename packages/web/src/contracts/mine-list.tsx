import type { InputOf } from '@cinnabar/api/operation.js';
import type { EnteredMine, MyContract, MyContracts } from '@cinnabar/api/pages/mine.js';
import { leaveMine, listMine, openMine } from '@cinnabar/api/pages/mine.js';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call } from '../api/call.js';
import { Refused } from '../api/refused.js';
import type { Sent, Wire } from '../api/wire.js';
import { Brand } from '../shared/components/brand.js';
import { Button, IconButton } from '../shared/components/button.js';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { iconSize } from '../shared/components/icons.js';
import { LanguageSwitch } from '../shared/components/language-switch.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { useHeading } from '../shared/components/use-heading.js';
import { usePageState } from '../shared/router/page-state.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { ContractCard } from './contract-card.js';
import { EmptyList } from './empty-list.js';
import { ListSkeleton } from './list-skeleton.js';
import { mineTexts } from './mine-texts.js';
import { MyAccountSection } from './my-account.js';
import { MyAutomaticSealsSection } from './my-automatic-seals.js';
import { MyDataSection } from './my-data.js';
import { MyEnterprisesSection } from './my-enterprises.js';

interface Props {
  readonly entered: EnteredMine;
  /** The session expired, or the person signed out. */
  readonly left: () => void;
  /** The person continues in another session. */
  readonly changed: (entered: EnteredMine) => void;
}

type Contracts = Wire<MyContracts>;
type Contract = Wire<MyContract>;
/** An entry as the page names it: a contract of the list, or of a link. */
type Entry = Sent<InputOf<typeof openMine>>;

const POLL_MS = 30_000;

/** Pending contracts first, then the rest. */
export function MineList({ entered, left, changed }: Props) {
  const t = useTexts(mineTexts);
  const app = useTexts(commonTexts);
  const session = { personSession: entered.session };
  const heading = useHeading(t.title);
  const listing = useInfiniteQuery({
    queryKey: ['mine', entered.session],
    queryFn: ({ pageParam }) => call(listMine, { page: pageParam }, session),
    initialPageParam: 1,
    getNextPageParam: (last: Contracts, pages) => (last.hasMore ? pages.length + 1 : undefined),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  });
  const [{ pages: wanted = 1, flow: named, part }, keep] = usePageState('contracts');
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = listing;
  const loaded = data?.pages.length ?? 0;
  // Loads as many pages as the URL states, so that people who return from a contract find their position.
  useEffect(() => {
    if (loaded === 0 || loaded >= wanted) return;
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [loaded, wanted, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const opening = useMutation({
    mutationFn: ({ flowId, participantId, approvalId, copierId }: Entry) =>
      call(openMine, { flowId, participantId, approvalId, copierId }, session),
    onSuccess: ({ address }) => location.assign(address),
  });
  const hasOpened = useRef(false);
  const { mutate: openContract } = opening;
  // Whoever comes from a link whose task is finished is led on to its contract, once.
  useEffect(() => {
    if (named === undefined || part === undefined || hasOpened.current) return;
    hasOpened.current = true;
    keep({ flow: undefined, part: undefined });
    openContract({ flowId: named, participantId: part, approvalId: null, copierId: null });
  }, [named, part, keep, openContract]);
  const leaving = useMutation({
    mutationFn: () => call(leaveMine, {}),
    onSettled: left,
  });
  const isOver = [listing.error, opening.error].some(
    (error) => error instanceof Refused && error.code === '401',
  );
  useEffect(() => {
    if (isOver) left();
  }, [isOver, left]);
  if (listing.error !== null && listing.data === undefined && !isOver) {
    return <RefusalPage error={listing.error} retry={() => void listing.refetch()} />;
  }
  const pages = listing.data?.pages ?? [];
  const waiting = pages[0]?.waiting ?? [];
  const others = pages.flatMap((page) => page.others);
  const card = (contract: Contract) => (
    <li key={`${contract.flowId} ${contract.participantId} ${contract.approvalId} ${contract.copierId}`}>
      <ContractCard
        contract={contract}
        isOpening={opening.isPending && opening.variables === contract}
        open={() => opening.mutate(contract)}
      />
    </li>
  );
  return (
    <DeskLayout
      isScrolled
      header={
        <header className="flex min-h-14 shrink-0 flex-wrap items-center justify-end gap-1 border-b border-n-200 bg-n-0 pr-2 pl-4 lg:min-h-16 lg:px-6">
          <span className="flex flex-1">
            <Brand />
          </span>
          <span className="figures text-small text-n-600">{entered.mobile}</span>
          <LanguageSwitch />
          <IconButton label={t.leave} onPress={() => leaving.mutate()}>
            <LogOut {...iconSize} />
          </IconButton>
        </header>
      }
    >
      <div className="mx-auto w-full max-w-[752px] px-4 pt-6 pb-12">
        <h1 ref={heading} tabIndex={-1} className="m-0 mb-6 text-page font-semibold">
          {t.title}
        </h1>
        <ErrorLine text={refusalWords(opening.error, app.offlineText)?.words ?? null} />
        {listing.data === undefined ? (
          <ListSkeleton />
        ) : waiting.length + others.length === 0 ? (
          <EmptyList />
        ) : (
          <>
            <div role="status">
              <h2 className="m-0 mb-3 text-title font-semibold">{t.waiting(waiting.length)}</h2>
            </div>
            {waiting.length === 0 && <p className="m-0 text-body text-n-600">{t.nothingWaits}</p>}
            <ul className="m-0 list-none space-y-3 p-0">{waiting.map(card)}</ul>
            {others.length > 0 && (
              <>
                <h2 className="m-0 mt-8 mb-3 text-title font-semibold">{t.others}</h2>
                <ul className="m-0 list-none space-y-3 p-0">{others.map(card)}</ul>
              </>
            )}
            {hasNextPage && (
              <div className="mt-4">
                <Button
                  wide
                  isDisabled={isFetchingNextPage}
                  onPress={() => {
                    keep({ pages: loaded + 1 });
                    if (isFetchNextPageError) void fetchNextPage();
                  }}
                >
                  {t.more}
                </Button>
              </div>
            )}
          </>
        )}
        <MyAutomaticSealsSection entered={entered} />
        <MyEnterprisesSection entered={entered} />
        <MyAccountSection key={entered.session} entered={entered} changed={changed} />
        <MyDataSection entered={entered} left={left} />
      </div>
    </DeskLayout>
  );
}
