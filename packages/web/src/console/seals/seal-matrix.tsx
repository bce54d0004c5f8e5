import { SealStatus } from '@cinnabar/api/enums.js';
import { exportAuthorMatrix, sealAuthorMatrix } from '@cinnabar/api/operations/seal-authors.js';
import { getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { useMutation } from '@tanstack/react-query';
import { Download, Stamp, Zap } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { Sheet } from '../../shared/components/sheet.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { useWide } from '../../shared/components/use-wide.js';
import { usePageState } from '../../shared/router/page-state.js';
import { saveFile } from '../../shared/save-file.js';
import { AuthorisationRecord } from '../../shared/seals/authorisation-record.js';
import { AuthoriseSheet } from '../../shared/seals/authorise-sheet.js';
import { type OpenRecord, RecordSheet } from '../../shared/seals/record-sheet.js';
import { CurrentSealDoor } from '../../shared/seals/seal-door.js';
import { sealTexts } from '../../shared/seals/seal-texts.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList, useRefresh, useRight } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { Pager } from '../shell/pager.js';
import { SearchField } from '../shell/search-field.js';
import { Denied, Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { useNow } from '../shell/use-now.js';
import { useConsoleSealDoor } from './console-seal-door.js';
import { type CellLine, cellOf, recordsOf } from './matrix-cells.js';
import { matrixTexts } from './matrix-texts.js';
import { SealTabs } from './seal-tabs.js';
import { sealsTexts } from './seals-texts.js';

type Row = DataOf<typeof sealAuthorMatrix>[number];
type Seal = DataOf<typeof getSealListByPage>[number];

/** Members on one page. A page of members, not all of them, keeps the table small enough to be drawn at once. */
const SIZE = 25;
const ALL = 1000;
const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

/** Who may use which seal, until when, and on what basis; a cell opens its authorisations. */
export default function SealMatrix() {
  const t = useTexts(sealsTexts);
  const heading = useHeading(t.matrix);
  const managesSeals = useRight('manageSeals');
  const door = useConsoleSealDoor();
  if (!managesSeals) return <Denied act={t.manage} />;
  return (
    <CurrentSealDoor value={door}>
      <div className="mx-auto w-full max-w-[1440px] px-4 py-4 lg:px-6">
        <h1 ref={heading} tabIndex={-1} className="m-0 mb-3 text-page font-semibold">
          {t.title}
        </h1>
        <SealTabs current="matrix" />
        <Matrix />
      </div>
    </CurrentSealDoor>
  );
}

interface Place {
  readonly userId: number;
  readonly sealId: number;
}

function Matrix() {
  const t = useTexts(matrixTexts);
  const words = useWords();
  const isWide = useWide();
  const now = useNow();
  const { door } = useConsole();
  const [filters, keep] = usePageState('consoleSealMatrix');
  const [open, setOpen] = useState<Place | null>(null);
  const [said, setSaid] = useState('');
  const name = filters.name ?? '';
  const isEnding = filters.ending === 1;
  const page = Math.max(1, filters.page ?? 1);
  const seals = useList(getSealListByPage, { listPageNo: 1, listPageSize: ALL });
  // By the day, so that the request stays the same while the page is open.
  const soon = new Date(now + SOON_DAYS * DAY_MS).toISOString().slice(0, 10);
  const filter = {
    ...(name === '' ? {} : { keyword: name }),
    ...(isEnding ? { endsBefore: soon } : {}),
  };
  const listing = useList(sealAuthorMatrix, {
    ...filter,
    listPageNo: page,
    listPageSize: SIZE,
  });
  const exporting = useMutation({
    mutationFn: async () => saveFile(await door.file(exportAuthorMatrix, filter)),
    onSuccess: () => setSaid(t.exported),
  });
  const error = seals.error ?? listing.error;
  const rows = listing.data?.items;
  const columns = seals.data?.items;
  const opened = rows?.find(({ userId }) => userId === open?.userId);
  const seal = columns?.find(({ sealId }) => sealId === open?.sealId);
  const isFiltered = name !== '' || isEnding;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          label={t.search}
          value={name}
          change={(text) => keep({ name: text === '' ? undefined : text, page: undefined })}
        />
        <label className="inline-flex min-h-11 items-center gap-2 text-desk text-n-700">
          <input
            type="checkbox"
            checked={isEnding}
            onChange={({ target }) => keep({ ending: target.checked ? 1 : undefined, page: undefined })}
            className="size-5 accent-n-900"
          />
          {t.ending}
        </label>
        <span className="ml-auto">
          <Button
            small
            busyLabel={exporting.isPending ? t.exporting : null}
            onPress={() => exporting.mutate()}
          >
            <Download {...smallIcon} />
            {t.exportIt}
          </Button>
        </span>
      </div>
      <ErrorLine text={exporting.error === null ? null : words(exporting.error)} />
      <p
        role="status"
        className="m-0 mb-3 bg-success-tint px-4 py-2 text-small text-success names empty:hidden"
      >
        {said}
      </p>
      {rows?.some(({ needsConsent }) => needsConsent === 1) && (
        <p className="m-0 mb-3 rounded-control bg-warning-tint px-3 py-2 text-small text-warning">
          {t.strict}
        </p>
      )}
      {!isWide && <PhoneNote />}
      {error !== null && (
        <Failed
          error={error}
          retry={() => {
            void seals.refetch();
            void listing.refetch();
          }}
          what={t.what}
        />
      )}
      {rows === undefined || columns === undefined ? (
        error === null && <RowsSkeleton />
      ) : columns.length === 0 ? (
        <Empty icon={Stamp} text={t.noSeals} />
      ) : rows.length === 0 ? (
        <Empty icon={Stamp} text={isFiltered ? t.noMatch : t.noMembers}>
          {isFiltered && (
            <Button onPress={() => keep({ name: undefined, ending: undefined, page: undefined })}>
              {t.clear}
            </Button>
          )}
        </Empty>
      ) : (
        <>
          <Table rows={rows} seals={columns} open={isWide ? setOpen : null} />
          <Pager
            isInset
            page={page}
            size={SIZE}
            total={listing.data?.totalCount ?? 0}
            isLimited={false}
            onPage={(next) => keep({ page: next === 1 ? undefined : next })}
          />
        </>
      )}
      {opened !== undefined && seal !== undefined && (
        <CellSheets row={opened} seal={seal} close={() => setOpen(null)} say={setSaid} />
      )}
    </>
  );
}

/** Phones have no room to choose among cells: the matrix is read there. */
function PhoneNote() {
  const t = useTexts(matrixTexts);
  const [isCopied, setCopied] = useState(false);
  return (
    <p className="m-0 mb-3 flex flex-wrap items-center gap-x-3 text-small text-n-600">
      {t.onPhone}
      <Button
        small
        look="quiet"
        onPress={() => void navigator.clipboard.writeText(location.href).then(() => setCopied(true))}
      >
        {isCopied ? t.copied : t.copyLink}
      </Button>
    </p>
  );
}

interface TableProps {
  readonly rows: readonly Row[];
  readonly seals: readonly Seal[];
  /** null: the cells are read only. */
  readonly open: ((place: Place) => void) | null;
}

function Table({ rows, seals, open }: TableProps) {
  const t = useTexts(matrixTexts);
  return (
    // The table scrolls by itself, so that names and seals stay in sight; the focus lets the keyboard scroll it.
    <section
      aria-label={t.what}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[70dvh] overflow-auto border-y border-n-200 bg-n-0 outline-offset-[-2px]"
    >
      <table className="figures w-full border-separate border-spacing-0 text-left text-desk">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 min-w-30 border-b border-n-200 bg-n-50 px-3 py-2 text-small font-medium text-n-600 lg:min-w-44"
            >
              {t.member}
            </th>
            {seals.map(({ sealId, sealName, status }) => (
              <th
                key={sealId}
                scope="col"
                className="sticky top-0 z-10 min-w-32 border-b border-n-200 bg-n-50 px-3 py-2 align-top text-small font-medium text-n-600"
              >
                <bdi className="names">{sealName}</bdi>
                {status !== SealStatus.enabled && (
                  <span className="block text-caption font-normal text-warning">{t.stopped}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId}>
              <th
                scope="row"
                className="sticky left-0 z-10 border-b border-n-200 bg-n-0 px-3 py-2 align-top font-medium"
              >
                <bdi className="names">{row.userName}</bdi>
                {row.jobNum !== '' && (
                  <bdi className="block text-small font-normal text-n-500 names">{row.jobNum}</bdi>
                )}
              </th>
              {seals.map((seal) => (
                <td key={seal.sealId} className="border-b border-n-200 p-0 align-top">
                  {open === null ? (
                    <div className="min-h-12 px-3 py-2">
                      <CellText row={row} sealId={seal.sealId} />
                    </div>
                  ) : (
                    <AriaButton
                      onPress={() => open({ userId: row.userId, sealId: seal.sealId })}
                      className="min-h-12 w-full px-3 py-2 text-left outline-offset-[-2px] hover:bg-n-50"
                    >
                      <span className="sr-only">{t.cell(row.userName, seal.sealName)}: </span>
                      <CellText row={row} sealId={seal.sealId} />
                    </AriaButton>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CellText({ row, sealId }: { readonly row: Row; readonly sealId: number }) {
  const t = useTexts(matrixTexts);
  const { lines, more } = cellOf(row.authorisations, sealId);
  return (
    <>
      {row.usesByRole === 1 && <span className="block text-small text-n-600">{t.byRole}</span>}
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
      {more > 0 && <span className="block text-small text-n-500">{t.more(more)}</span>}
      {row.usesByRole === 0 && lines.length === 0 && (
        <span className="text-n-500">
          <span aria-hidden>–</span>
          <span className="sr-only">{t.none}</span>
        </span>
      )}
    </>
  );
}

function Line({ line }: { readonly line: CellLine }) {
  const t = useTexts(matrixTexts);
  const details = [
    ...(line.from === null ? [] : [t.from(line.from)]),
    ...(line.until === null ? [] : [t.until(line.until)]),
    ...(line.templates === 0 ? [] : [t.templates(line.templates)]),
    ...(line.isNotified ? [t.notify] : []),
  ];
  return (
    <span className="block">
      <span className={line.from === null ? 'font-medium' : 'text-n-600'}>
        {line.role === 'SEAL_EXAMINER' ? t.examine : t.use}
      </span>
      {line.isAutomatic && (
        <span className="ml-1 inline-flex items-center gap-0.5 text-small text-info">
          <Zap {...smallIcon} />
          {t.automatic}
        </span>
      )}
      {details.length > 0 && <span className="ml-1 text-small text-n-600">{details.join(' · ')}</span>}
    </span>
  );
}

interface CellProps {
  readonly row: Row;
  readonly seal: Seal;
  readonly close: () => void;
  readonly say: (words: string) => void;
}

/** The authorisations of a cell; an act on one takes the place of their list, so that no dialog lies over another. */
function CellSheets({ row, seal, close, say }: CellProps) {
  const t = useTexts(matrixTexts);
  const words = useTexts(sealTexts);
  const refresh = useRefresh();
  const [act, setAct] = useState<OpenRecord | 'authorise' | null>(null);
  const records = recordsOf(row.authorisations, seal.sealId);
  if (act === 'authorise') {
    return (
      <AuthoriseSheet
        seal={seal}
        known={records}
        people={[{ userId: row.userId, userName: row.userName }]}
        close={() => setAct(null)}
        added={async () => {
          await refresh();
          setAct(null);
          say(words.given);
        }}
      />
    );
  }
  if (act !== null) return <RecordSheet opens={act} close={() => setAct(null)} say={say} />;
  return (
    <Sheet
      title={t.cell(row.userName, seal.sealName)}
      isOpen
      close={close}
      wide
      footer={
        seal.status === SealStatus.enabled ? (
          <Button look="ink" wide onPress={() => setAct('authorise')}>
            {t.authorise}
          </Button>
        ) : undefined
      }
    >
      {row.usesByRole === 1 && <p className="m-0 mb-3 text-body text-n-700">{t.byRoleText}</p>}
      {row.usesByRole === 0 && records.length === 0 && (
        <p className="m-0 mb-3 text-body text-n-700">{t.nothing}</p>
      )}
      <ul className="m-0 list-none divide-y divide-n-200 p-0">
        {records.map((record) => (
          <AuthorisationRecord key={record.id} record={record} open={setAct} />
        ))}
      </ul>
    </Sheet>
  );
}
