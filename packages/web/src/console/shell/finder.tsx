import { contractList, enterpriseContractsList } from '@cinnabar/api/operations/flow-lists.js';
import { infoByMobileOrName } from '@cinnabar/api/operations/members.js';
import { getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { templateList } from '@cinnabar/api/operations/templates.js';
import { useEffect, useState } from 'react';
import { afterClosing } from '../../shared/components/after-closing.js';
import { SearchBox, type SearchHit, SearchOverlay } from '../../shared/components/search-box.js';
import { useBackCloses } from '../../shared/components/use-back-closes.js';
import { maskedMobile } from '../../shared/format/masked-mobile.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useList, useMayStart, useRight } from './console-context.js';
import { consoleAddress } from './console-link.js';
import { isCommandQuery, shapeOf } from './finder-query.js';
import { finderTexts } from './finder-texts.js';
import { railOf } from './sections.js';
import { shellTexts } from './shell-texts.js';

const TYPING_MS = 200;
const MOST = 5;

interface Hit extends SearchHit {
  readonly words: string;
  readonly note: string;
}

interface Group {
  readonly title: string;
  readonly hits: readonly Hit[];
}

/** Search over contracts, templates, members and seals; a leading `>` lists commands. */
export default function Finder({ close }: { readonly close: () => void }) {
  const t = useTexts(shellTexts);
  useBackCloses(true, close);
  return (
    <SearchOverlay label={t.search} close={close}>
      <Query close={close} />
    </SearchOverlay>
  );
}

function Query({ close }: { readonly close: () => void }) {
  const t = useTexts(finderTexts);
  const shell = useTexts(shellTexts);
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const go = (address: string) => afterClosing(close, () => goToAddress(address));
  const commands = useCommands(text, go);
  const found = useFound(isCommandQuery(text) ? '' : asked, go);
  const groups = (isCommandQuery(text) ? [commands] : found.groups).filter(({ hits }) => hits.length > 0);
  const hits = groups.flatMap((group) => group.hits);
  return (
    <SearchBox label={shell.search} hint={t.hint} text={text} onText={setText} hits={hits} close={close}>
      {({ listId, idOf, chosen }) => (
        <>
          <p role="status" className="m-0 px-4 py-2 text-small text-n-500 empty:hidden">
            {hits.length > 0 ? '' : found.isLoading ? t.searching : asked === '' ? t.commandsHint : t.nothing}
          </p>
          <div
            id={listId}
            role="listbox"
            aria-label={shell.search}
            className="min-h-0 overflow-y-auto p-2 empty:p-0"
          >
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
              <div key={group.title} role="group" aria-label={group.title}>
                <p aria-hidden className="m-0 px-3 pt-2 pb-1 text-caption font-medium text-n-500">
                  {group.title}
                </p>
                {group.hits.map((hit) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus
                  // biome-ignore lint/a11y/useFocusableInteractive: as above
                  <div
                    key={hit.id}
                    id={idOf(hit)}
                    role="option"
                    aria-selected={hit === chosen}
                    onClick={hit.run}
                    className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1 text-desk ${hit === chosen ? 'bg-n-100' : 'hover:bg-n-50'}`}
                  >
                    <bdi className="min-w-0 flex-1 names">{hit.words}</bdi>
                    <bdi className="figures shrink-0 text-small text-n-500">{hit.note}</bdi>
                  </div>
                ))}
              </div>
            ))}
          </div>
        </>
      )}
    </SearchBox>
  );
}

/** What the person may do from anywhere. */
function useCommands(text: string, go: (address: string) => void): Group {
  const t = useTexts(finderTexts);
  const shell = useTexts(shellTexts);
  const { corpId, corps, roles, logOut } = useConsole();
  const mayStart = useMayStart();
  const wanted = text.replace(/^\s*>/, '').trim().toLowerCase();
  const all: readonly Hit[] = [
    ...(mayStart
      ? [
          {
            id: 'create',
            words: shell.newContract,
            note: 'c',
            run: () => go(consoleAddress('consoleNewContract', { corpId })),
          },
        ]
      : []),
    ...railOf(roles).map(({ section, page, key }) => ({
      id: section,
      words: shell.keyG(shell[section]),
      note: `g ${key}`,
      run: () => go(consoleAddress(page, { corpId })),
    })),
    ...corps
      .filter((corp) => corp.corpId !== corpId && corp.standing === 'open')
      .map((corp) => ({
        id: `corp ${corp.corpId}`,
        words: t.switchTo(corp.corpName),
        note: '',
        run: () => go(consoleAddress('console', { corpId: corp.corpId })),
      })),
    { id: 'security', words: shell.security, note: '', run: () => location.assign('/security') },
    { id: 'leave', words: shell.logOut, note: '', run: logOut },
  ];
  return { title: t.commands, hits: all.filter(({ words }) => words.toLowerCase().includes(wanted)) };
}

/** Older answers are dropped: each query has its own. */
function useFound(text: string, go: (address: string) => void) {
  const t = useTexts(finderTexts);
  const { corpId } = useConsole();
  const mayReadAll = useRight('readContracts');
  const shape = shapeOf(text);
  const isWanted = text !== '';
  const filter =
    shape === 'mobile' ? { mobile: text } : shape === 'code' ? { flowCode: text } : { flowTitle: text };
  const paging = { listPageNo: 1, listPageSize: MOST } as const;
  const own = useList(contractList, { docQueryType: 0, ...filter, ...paging, countLimit: 1000 });
  const party = useList(
    contractList,
    { docQueryType: 0, participantType: 1, participantName: text, ...paging, countLimit: 1000 },
    { isWanted: isWanted && shape === 'words' },
  );
  const whole = useList(
    enterpriseContractsList,
    { ...filter, ...paging, countLimit: 1000 },
    { isWanted: isWanted && mayReadAll },
  );
  const templates = useList(
    templateList,
    { templateName: text, templateStatus: 1, ...paging },
    { isWanted: isWanted && shape === 'words' },
  );
  const seals = useList(
    getSealListByPage,
    { sealName: text, ...paging },
    { isWanted: isWanted && shape === 'words' },
  );
  const members = useAsk(
    infoByMobileOrName,
    { paramString: text },
    { isWanted: isWanted && shape !== 'code' },
  );
  const contracts = new Map(
    [
      ...(own.data?.items ?? []),
      ...(isWanted ? [...(party.data?.items ?? []), ...(whole.data?.items ?? [])] : []),
    ].map((row) => [row.flowId, row]),
  );
  const groups: readonly Group[] = [
    {
      title: isWanted ? t.contracts : t.recent,
      hits: [...contracts.values()].slice(0, MOST).map((row) => ({
        id: `flow ${row.flowId}`,
        words: row.flowTitle,
        note: row.flowCode,
        run: () => go(consoleAddress('consoleContract', { corpId, flowId: row.flowId })),
      })),
    },
    {
      title: t.templates,
      hits: !isWanted
        ? []
        : (templates.data?.items ?? []).map((template) => ({
            id: `template ${template.templateId}`,
            words: template.templateName,
            note: t.startFrom,
            run: () =>
              go(
                consoleAddress(
                  'consoleNewContract',
                  { corpId },
                  { way: 'template', template: template.templateId },
                ),
              ),
          })),
    },
    {
      title: t.members,
      hits: !isWanted
        ? []
        : (members.data ?? []).slice(0, MOST).map((member) => ({
            id: `member ${member.userId}`,
            words: member.userName,
            note: maskedMobile(member.mobile),
            run: () => go(consoleAddress('consoleMembers', { corpId }, { name: member.userName })),
          })),
    },
    {
      title: t.seals,
      hits: !isWanted
        ? []
        : (seals.data?.items ?? []).map((seal) => ({
            id: `seal ${seal.sealId}`,
            words: seal.sealName,
            note: '',
            run: () => go(consoleAddress('consoleSeals', { corpId }, { name: seal.sealName })),
          })),
    },
  ];
  return { groups, isLoading: own.isFetching || (isWanted && whole.isFetching && mayReadAll) };
}
