import { contractEvidence } from '@cinnabar/api/operations/flow-download.js';
import { contractList, enterpriseContractsList } from '@cinnabar/api/operations/flow-lists.js';
import { contractHistory } from '@cinnabar/api/operations/flow-read.js';
import { useMutation } from '@tanstack/react-query';
import { Download, FileSearch, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { usePageState } from '../../shared/router/page-state.js';
import { saveFile } from '../../shared/save-file.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useList, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { SearchField } from '../shell/search-field.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { evidenceTexts } from './evidence-texts.js';

type Contract = DataOf<typeof contractList>[number];

const SIZE = 20;
const ENTERPRISE_PARTY = 1 as const;

/** Finds a contract and hands out its evidence. */
export default function ContractsTab() {
  const t = useTexts(evidenceTexts);
  const readsAll = useRight('readContracts');
  const [state, keep] = usePageState('consoleEvidence');
  const { title = '', party = '' } = state;
  const filters = {
    ...(title === '' ? {} : { flowTitle: title }),
    ...(party === '' ? {} : { participantName: party, participantType: ENTERPRISE_PARTY }),
    ...{ listPageNo: 1, listPageSize: SIZE, countLimit: SIZE },
  } as const;
  const own = useList(contractList, filters, { isWanted: !readsAll });
  const whole = useList(enterpriseContractsList, filters, { isWanted: readsAll });
  const listing = readsAll ? whole : own;
  const chosen = state.flow;
  return (
    <>
      <div className="flex flex-wrap gap-3 px-4 py-3 lg:px-6">
        <SearchField
          label={t.byTitle}
          value={title}
          change={(text) => keep({ title: text === '' ? undefined : text })}
        />
        <SearchField
          label={t.byParty}
          value={party}
          change={(text) => keep({ party: text === '' ? undefined : text })}
        />
      </div>
      <p className="m-0 px-4 pb-3 text-small text-n-600 lg:px-6">{t.hint}</p>
      {listing.error !== null ? (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />
      ) : listing.data === undefined ? (
        <RowsSkeleton />
      ) : listing.data.items.length === 0 ? (
        <Empty icon={FileSearch} text={t.none} />
      ) : (
        <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
          {listing.data.items.map((contract) => (
            <li key={contract.flowId}>
              <ContractLine
                contract={contract}
                isChosen={contract.flowId === chosen}
                choose={(isOpen) => keep({ flow: isOpen ? contract.flowId : undefined })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface LineProps {
  readonly contract: Contract;
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
}

function ContractLine({ contract, isChosen, choose }: LineProps) {
  const { flowId, flowCode, flowTitle, partyNames } = contract;
  return (
    <>
      <button
        type="button"
        aria-expanded={isChosen}
        onClick={() => choose(!isChosen)}
        className="flex min-h-12 w-full cursor-pointer flex-wrap items-center gap-x-4 border-0 bg-transparent px-4 py-2 text-left text-desk text-n-900 hover:bg-n-25 lg:px-6"
      >
        <bdi className="min-w-0 flex-1 basis-60 font-medium names">{flowTitle}</bdi>
        <bdi className="text-small text-n-600 names">{(partyNames ?? []).join(' · ')}</bdi>
        <span className="figures text-small text-n-500">{flowCode}</span>
      </button>
      {isChosen && <Evidence flowId={flowId} flowCode={flowCode} />}
    </>
  );
}

const formats = ['pdf', 'json', 'zip'] as const;

function Evidence({ flowId, flowCode }: Pick<Contract, 'flowId' | 'flowCode'>) {
  const t = useTexts(evidenceTexts);
  const words = useWords();
  const { corpId, door } = useConsole();
  const history = useAsk(contractHistory, { flowId });
  const saving = useMutation({
    mutationFn: async (format: (typeof formats)[number]) =>
      saveFile(await door.file(contractEvidence, { flowId, format })),
  });
  const failed = saving.error ?? history.error;
  const names = { pdf: t.report, json: t.data, zip: t.offline } as const;
  return (
    <section aria-label={t.chosen(flowCode)} className="bg-n-50 px-4 py-4 lg:px-6">
      {history.data !== undefined && <Chain history={history.data} />}
      <ErrorLine text={failed === null ? null : words(failed)} />
      <div className="flex flex-wrap gap-2">
        {formats.map((format) => (
          <Button
            key={format}
            small
            isDisabled={saving.isPending && saving.variables !== format}
            busyLabel={saving.isPending && saving.variables === format ? t.saving : null}
            onPress={() => saving.mutate(format)}
          >
            <Download {...smallIcon} />
            {names[format]}
          </Button>
        ))}
        <ConsoleLink
          href={consoleAddress('consoleContract', { corpId, flowId })}
          className="inline-flex min-h-11 items-center px-2 text-small font-medium text-n-900"
        >
          {t.open}
        </ConsoleLink>
      </div>
      <p className="figures mt-3 mb-0 text-small break-all text-n-600">{t.offlineHint}</p>
    </section>
  );
}

function Chain({ history }: { readonly history: DataOf<typeof contractHistory> }) {
  const t = useTexts(evidenceTexts);
  const { intact, brokenAt, events, dailyRoot } = history;
  if (!intact) {
    return (
      <p role="alert" className="figures mt-0 mb-3 flex items-center gap-2 text-desk font-medium text-danger">
        <ShieldAlert {...smallIcon} className="shrink-0" />
        {t.broken(brokenAt ?? events.length)}
      </p>
    );
  }
  const root =
    dailyRoot === null
      ? t.noRoot
      : dailyRoot.timestampTime === null
        ? t.unstamped(dailyRoot.day)
        : t.stamped(dailyRoot.day);
  return (
    <p className="figures mt-0 mb-3 flex flex-wrap items-center gap-x-2 text-desk text-success">
      <ShieldCheck {...smallIcon} className="shrink-0" />
      {t.intact(events.length)}
      <span className="text-n-600">{root}</span>
    </p>
  );
}
