import { getApprovalList } from '@cinnabar/api/operations/approvals.js';
import { signFlowRemind } from '@cinnabar/api/operations/flow-control.js';
import { contractDownload, contractEvidence } from '@cinnabar/api/operations/flow-download.js';
import { copyToDraft } from '@cinnabar/api/operations/flow-start.js';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Download, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Refused } from '../../api/refused.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { usePageState } from '../../shared/router/page-state.js';
import { saveFile } from '../../shared/save-file.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useTexts } from '../../shared/text/language.js';
import { Choices } from '../shell/choices.js';
import { useConsole, useRefresh, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import type { Door } from '../shell/door.js';
import { useWords } from '../shell/error-words.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { Status } from '../shell/status.js';
import { TabBar } from '../shell/tab-bar.js';
import { useNow } from '../shell/use-now.js';
import { type Acts, actsOf } from './acts.js';
import { contractTexts } from './contract-texts.js';
import { EndPanel } from './end-panel.js';
import { FactsPanel } from './facts-panel.js';
import { PartiesPanel } from './parties-panel.js';
import type { ContractSheet } from './sheets.js';
import type { FileDetail, Task } from './task.js';
import { useFiles, useTask } from './use-contract.js';
import { WhyPanel } from './why-panel.js';

const ContractSheets = onDemand(() => import('./sheets.js'));
const ListTab = onDemand(() => import('./lists.js'), <RowsSkeleton rows={4} />);
const PagesTab = onDemand(() => import('./pages-tab.js'), <RowsSkeleton rows={4} />);
const TimelineTab = onDemand(() => import('./timeline-tab.js'), <RowsSkeleton rows={4} />);

interface Props {
  readonly flowId: number;
}

export default function ContractScreen({ flowId }: Props) {
  const t = useTexts(contractTexts);
  const task = useTask(flowId);
  if (task.data !== undefined) return <Contract task={task.data} />;
  if (task.error instanceof Refused && task.error.code === '404') return <Missing />;
  if (task.error !== null)
    return <Failed error={task.error} retry={() => void task.refetch()} what={t.what} />;
  return <ContractSkeleton />;
}

/** Placeholder in the shape of a contract: its head, its first page and its parties; as late as that of rows. */
function ContractSkeleton() {
  return (
    <div aria-busy className="animate-[fade_200ms_400ms_both]">
      <div className="flex h-16 flex-col justify-center gap-2 border-b border-n-200 bg-n-0 px-4 lg:px-6">
        <span className="h-4 w-60 max-w-full rounded-marker bg-n-100" />
        <span className="h-2.5 w-40 rounded-marker bg-n-100" />
      </div>
      <div className="flex">
        <div className="flex-1 p-4">
          <div className="mx-auto h-[70dvh] max-w-[794px] bg-n-0 shadow-paper" />
        </div>
        <div className="w-80 bg-n-0 p-6 max-lg:hidden">
          <RowsSkeleton rows={4} />
        </div>
      </div>
    </div>
  );
}

function Missing() {
  const t = useTexts(contractTexts);
  const { corpId } = useConsole();
  const heading = useHeading(t.missingTitle);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {t.missingTitle}
      </h1>
      <Empty text={t.missing}>
        <ConsoleLink
          href={consoleAddress('consoleContracts', { corpId })}
          className="inline-flex min-h-11 items-center rounded-control border border-n-400 px-4 text-small text-n-900 no-underline hover:bg-n-50"
        >
          {t.back}
        </ConsoleLink>
      </Empty>
    </>
  );
}

type Tab = 'pages' | 'files' | 'history' | 'values' | 'approvals' | 'fees' | 'attachments';
const tabs: readonly Tab[] = ['pages', 'files', 'history', 'values', 'approvals', 'fees', 'attachments'];

function Contract({ task }: { readonly task: Task }) {
  const t = useTexts(contractTexts);
  const viewer = useConsole();
  const { corpId, userId, door } = viewer;
  const managesContracts = useRight('manageContracts');
  const words = useWords();
  const now = useNow();
  const heading = useHeading(task.flowTitle);
  const [{ tab = 'pages' }, keep] = usePageState('consoleContract');
  const [sheet, setSheet] = useState<ContractSheet | null>(null);
  const isParty = task.participantList.some(({ psnId }) => psnId === userId);
  const isHidden = task.encryptFlag === 1 && !isParty && task.initiatorId !== userId;
  const files = useFiles(task.flowId, !isHidden);
  const acts = actsOf(task, { ...viewer, managesContracts }, now);
  const detail = files.data ?? [];
  const downloading = useMutation({
    mutationFn: async (what: 'contract' | 'checkCopy' | 'pdf' | 'zip') => {
      const { flowId } = task;
      if (what === 'contract') return saveFile(await door.file(contractDownload, { flowId }));
      if (what === 'checkCopy') return saveFile(await door.file(contractDownload, { flowId, checkCopy: 1 }));
      return saveFile(await door.file(contractEvidence, { flowId, format: what }));
    },
  });
  return (
    <div className="flex min-h-full flex-col max-lg:pb-16 lg:h-full">
      <header className="flex items-center gap-x-1 border-b border-n-200 bg-n-0 px-2 py-1 lg:gap-x-3 lg:px-4 lg:py-2">
        <ConsoleLink
          href={consoleAddress('consoleContracts', { corpId })}
          label={t.back}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-n-700 hover:bg-n-100"
        >
          <ArrowLeft {...iconSize} />
        </ConsoleLink>
        <div className="min-w-0 flex-1">
          <h1 ref={heading} tabIndex={-1} className="m-0 text-title font-semibold names">
            <bdi>{task.flowTitle}</bdi>
          </h1>
          <p className="figures m-0 flex flex-wrap items-center gap-x-3 text-small text-n-500">
            {task.flowCode}
            <Status status={task.flowStatus} />
          </p>
        </div>
        <ActBar task={task} acts={acts} open={setSheet} download={(what) => downloading.mutate(what)} />
      </header>
      <div className="px-4">
        <ErrorLine text={downloading.error === null ? null : words(downloading.error)} />
      </div>
      <EndPanel task={task} />
      <WhyPanel task={task} acts={acts} replace={(party) => setSheet({ kind: 'replace', party })} />
      <div className="flex flex-col lg:min-h-0 lg:flex-1 lg:flex-row">
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="shrink-0 border-b border-n-200 bg-n-0">
            <TabBar
              label={t.tabs}
              tabs={tabs.map((each) => ({ value: each, words: wordsOfTab(each, task, detail, t) }))}
              value={tab}
              onChange={(next) => keep({ tab: next === 'pages' ? undefined : next })}
            />
          </div>
          <section
            aria-label={t[tab]}
            tabIndex={tab === 'pages' && !isHidden ? undefined : 0}
            className={`lg:min-h-0 lg:flex-1 outline-offset-[-2px] ${tab === 'pages' && !isHidden ? 'relative h-[70dvh] lg:h-auto' : 'lg:overflow-y-auto'}`}
          >
            <TabContent tab={tab} task={task} files={files.data} isHidden={isHidden} />
            {files.error !== null && files.data === undefined && !isHidden && (
              <Failed error={files.error} retry={() => void files.refetch()} what={t.what} />
            )}
          </section>
        </div>
        <aside className="shrink-0 space-y-8 border-n-200 bg-n-0 p-4 lg:w-80 lg:overflow-y-auto lg:border-l lg:p-6">
          <PartiesPanel task={task} />
          <FactsPanel task={task} />
        </aside>
      </div>
      {sheet !== null && <ContractSheets sheet={sheet} task={task} close={() => setSheet(null)} />}
    </div>
  );
}

function wordsOfTab(tab: Tab, task: Task, files: readonly FileDetail[], t: typeof contractTexts.zh): string {
  const attachments = new Set(
    files.flatMap(({ attachmentList }) => attachmentList.map((each) => each.attachmentId)),
  );
  if (tab === 'files') return t.counted(t.files, task.contractFileList.length);
  if (tab === 'attachments' && attachments.size > 0) return t.counted(t.attachments, attachments.size);
  return t[tab];
}

interface ContentProps {
  readonly tab: Tab;
  readonly task: Task;
  readonly files: readonly FileDetail[] | undefined;
  readonly isHidden: boolean;
}

function TabContent({ tab, task, files, isHidden }: ContentProps) {
  const t = useTexts(contractTexts);
  if (tab === 'history') return <TimelineTab flowId={task.flowId} />;
  if (isHidden && (tab === 'pages' || tab === 'values' || tab === 'attachments')) {
    return <Empty text={t.encryptedPages} />;
  }
  if (tab !== 'pages') return <ListTab tab={tab} task={task} files={files} />;
  return files === undefined ? <RowsSkeleton rows={4} /> : <PagesTab files={files} />;
}

interface ActBarProps {
  readonly task: Task;
  readonly acts: Acts;
  readonly open: (sheet: ContractSheet) => void;
  readonly download: (what: 'contract' | 'checkCopy' | 'pdf' | 'zip') => void;
}

/** The approval of this contract that the person may decide. */
async function ownApproval(door: Door, task: Task): Promise<number | undefined> {
  const { items } = await door.list(getApprovalList, {
    docQueryType: 0,
    signFlowName: task.flowTitle,
    listPageSize: 100,
  });
  return items.find(({ signFlowId }) => signFlowId === task.flowId)?.approvalId;
}

/** One primary act, at the bottom of the screen on phones, and all others in a menu. */
function ActBar({ task, acts, open, download }: ActBarProps) {
  const t = useTexts(contractTexts);
  const { corpId, door } = useConsole();
  const words = useWords();
  const refresh = useRefresh();
  const isOnline = useOnline();
  const reminding = useMutation({
    mutationFn: () => door.act(signFlowRemind, { flowId: task.flowId }, crypto.randomUUID()),
    onSuccess: refresh,
  });
  const going = useMutation({
    mutationFn: async (own: 'sign' | 'fill' | 'approve' | 'pay' | 'place') =>
      door.ownPage(task.flowId, own === 'approve' ? await ownApproval(door, task) : undefined),
    onSuccess: (address) => location.assign(address),
  });
  const copying = useMutation({
    mutationFn: () => door.act(copyToDraft, { flowId: task.flowId }, crypto.randomUUID()),
    onSuccess: ({ draftKey, templateId }) => {
      const way = templateId === null ? 'file' : 'template';
      const state = { way, template: templateId ?? undefined, draft: draftKey, step: 2 } as const;
      goToAddress(consoleAddress('consoleNewContract', { corpId }, state));
    },
  });
  const { own } = acts;
  const failed = reminding.error ?? going.error ?? copying.error;
  const choices = [
    ...(acts.extend ? [{ id: 'extend', words: t.extend, run: () => open({ kind: 'extend' }) }] : []),
    ...(acts.again ? [{ id: 'again', words: t.again, run: () => copying.mutate() }] : []),
    ...(acts.remark ? [{ id: 'remark', words: t.remark, run: () => open({ kind: 'remark' }) }] : []),
    ...transferChoice(acts, t.transfer, open),
    { id: 'checkCopy', words: t.checkCopy, run: () => download('checkCopy') },
    { id: 'pdf', words: t.evidencePdf, run: () => download('pdf') },
    { id: 'zip', words: t.evidenceZip, run: () => download('zip') },
    ...(acts.revoke
      ? [{ id: 'revoke', words: t.revoke, isDanger: true, run: () => open({ kind: 'revoke' }) }]
      : []),
    ...(acts.remove
      ? [{ id: 'remove', words: t.remove, isDanger: true, run: () => open({ kind: 'remove' }) }]
      : []),
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] max-lg:z-20 max-lg:border-t max-lg:border-n-200 max-lg:bg-n-0 max-lg:px-4 max-lg:py-2 max-lg:[&>button]:flex-1">
        {own === 'send' ? (
          <>
            <Button small look="binding" isDisabled={!isOnline} onPress={() => open({ kind: 'send' })}>
              {t.send}
            </Button>
            <Button
              small
              isDisabled={!isOnline}
              busyLabel={going.isPending ? t.working : null}
              onPress={() => going.mutate('place')}
            >
              {t.place}
            </Button>
          </>
        ) : (
          own !== null && (
            <Button
              small
              look="ink"
              isDisabled={!isOnline}
              busyLabel={going.isPending ? t.working : null}
              onPress={() => going.mutate(own)}
            >
              {t[own]}
            </Button>
          )
        )}
        {acts.remind && (
          <Button
            small
            look={own === null ? 'ink' : 'plain'}
            isDisabled={!isOnline || reminding.isSuccess}
            busyLabel={reminding.isPending ? t.working : null}
            onPress={() => reminding.mutate()}
          >
            {t.remind}
          </Button>
        )}
        <Button small isDisabled={!isOnline} onPress={() => download('contract')}>
          <Download {...smallIcon} />
          {t.download}
        </Button>
        <span role="status" className="text-small text-success empty:hidden">
          {reminding.isSuccess ? t.reminded : ''}
        </span>
        <ErrorLine text={failed === null ? null : words(failed)} />
      </div>
      <Choices label={t.more} icon={<Ellipsis {...iconSize} />} choices={choices} />
    </>
  );
}

function transferChoice(acts: Acts, words: string, open: ActBarProps['open']) {
  const party = acts.transfer;
  return party === null ? [] : [{ id: 'transfer', words, run: () => open({ kind: 'transfer', party }) }];
}
