import { moveComponents } from '@cinnabar/api/operations/template-places.js';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import type { DocumentFile } from '../shared/document/layout.js';
import { useTexts } from '../shared/text/language.js';
import type { Command } from './commands.js';
import { sizeOf } from './control-kinds.js';
import type { Design, TemplateFile } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { makeKey } from './make-key.js';
import { PageCrop } from './page-crop.js';
import { placeholderTexts } from './placeholder-texts.js';
import { unreadableIn } from './placeholders.js';
import { Unreadable } from './placeholders-sheet.js';
import { replaceTexts } from './replace-texts.js';
import {
  addedBy,
  type MovedPlace,
  movableIn,
  placeOf,
  type Replacement,
  replacements,
  withReplacement,
} from './replacing.js';
import type { Uploaded } from './uploaded.js';
import { useFilePages } from './use-file-pages.js';

interface Props {
  readonly design: Design;
  readonly file: TemplateFile;
  readonly by: Uploaded;
  readonly run: (command: Command) => void;
  readonly close: () => void;
}

/** The limit of a request. */
const PORTION = 2000;
/** Moved ones are shown to be looked at, not to be decided. */
const MAX_SHOWN = 20;

/** What becomes of the controls of a file that is replaced, before anything changes. */
export function ReplaceSheet({ design, file, by, run, close }: Props) {
  const t = useTexts(replaceTexts);
  const { initiator } = useTexts(placeholderTexts);
  const door = useDesignerDoor();
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const movable = useMemo(() => movableIn(design, file.key), [design, file.key]);
  const asked = useQuery({
    queryKey: [...door.scope, 'moved', file.fileUrl, by.fileUrl],
    queryFn: async () => {
      const places: MovedPlace[] = [];
      for (let first = 0; first < movable.length; first += PORTION) {
        const components = movable.slice(first, first + PORTION).map(placeOf);
        const addresses = { fromFileUrl: file.fileUrl, toFileUrl: by.fileUrl };
        places.push(...(await door.call(moveComponents, { ...addresses, components })));
      }
      return places;
    },
    gcTime: 0,
    retry: false,
  });
  const found = useMemo(
    () => (asked.data === undefined ? null : replacements(design, file.key, by, asked.data)),
    [asked.data, design, file.key, by],
  );
  const count = (standing: Replacement['standing']) =>
    (found ?? []).filter((each) => each.standing === standing).length;
  const doubtful = (found ?? []).filter(({ standing }) => standing === 'doubtful');
  const open = doubtful.filter(({ control }) => !confirmed.has(control.key)).length;
  const lost = (found ?? []).filter(({ standing }) => standing === 'lost');
  const added = found === null ? 0 : addedBy(design, file.key, by, found, makeKey).length;
  const replace = () => {
    if (found === null) return;
    const options = { initiator, makeKey };
    run({ type: 'replaced', design: withReplacement(design, file, by, found, confirmed, options) });
    close();
  };
  return (
    <Sheet
      title={t.title}
      isOpen
      wide
      close={close}
      footer={
        <>
          <p className="figures mt-0 mb-2 text-small text-n-600">
            {open > 0 && `${t.open(open)} `}
            {t.undo}
          </p>
          <Button look="ink" wide isDisabled={found === null} onPress={replace}>
            {t.do}
          </Button>
        </>
      }
    >
      <p className="figures mt-0 mb-2 text-body text-n-700 names">{t.text(by.fileName, by.totalPage)}</p>
      {found === null ? (
        <p role="status" className="m-0 text-small text-n-600">
          {asked.isError ? t.failed : t.reading}{' '}
          {asked.isError && (
            <Button small look="link" onPress={() => void asked.refetch()}>
              {t.again}
            </Button>
          )}
        </p>
      ) : (
        <>
          <ul
            aria-label={t.title}
            className="figures m-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0 text-body text-n-900"
          >
            <li>{t.moved(count('moved'))}</li>
            <li>{t.stayed(count('stayed'))}</li>
            {doubtful.length > 0 && <li className="text-warning">{t.doubtful(doubtful.length)}</li>}
            {lost.length > 0 && <li className="text-warning">{t.lost(lost.length)}</li>}
            {added > 0 && <li>{t.added(added)}</li>}
          </ul>
          <Compared {...{ file, by, found, confirmed, setConfirmed }} />
          {lost.length > 0 && (
            <section aria-label={t.lostTitle(lost.length)} className="mt-4">
              <h3 className="figures m-0 text-desk font-semibold">{t.lostTitle(lost.length)}</h3>
              <p className="mt-1 mb-2 text-small text-n-600">{t.lostText}</p>
              <p className="m-0 text-small text-n-900 names">
                {lost.map(({ control }) => control.name).join('、')}
              </p>
            </section>
          )}
          <div className="mt-4">
            <Unreadable unreadable={unreadableIn([by])} />
          </div>
        </>
      )}
    </Sheet>
  );
}

interface ComparedProps {
  readonly file: TemplateFile;
  readonly by: Uploaded;
  readonly found: readonly Replacement[];
  readonly confirmed: ReadonlySet<string>;
  readonly setConfirmed: (keys: ReadonlySet<string>) => void;
}

/** Old and new place side by side: first those that somebody has to confirm. */
function Compared({ file, by, found, confirmed, setConfirmed }: ComparedProps) {
  const t = useTexts(replaceTexts);
  const files = useMemo(() => [file, { ...by, key: -1, fileId: null }], [file, by]);
  const { shown, pictureOf } = useFilePages(files);
  const [old, fresh] = shown;
  const doubtful = found.filter(({ standing }) => standing === 'doubtful');
  const moved = found.filter(({ standing }) => standing === 'moved');
  if (old === undefined || fresh === undefined) return null;
  const set = (key: string, isHere: boolean) => {
    const next = new Set(confirmed);
    if (isHere) next.add(key);
    else next.delete(key);
    setConfirmed(next);
  };
  const pair = (one: Replacement) => <Pair {...{ one, old, fresh, pictureOf }} />;
  return (
    <>
      {doubtful.length > 0 && (
        <section aria-label={t.doubtfulTitle(doubtful.length)} className="mt-4">
          <div className="flex items-center justify-between gap-2">
            <h3 className="figures m-0 text-desk font-semibold">{t.doubtfulTitle(doubtful.length)}</h3>
            {doubtful.length > 1 && (
              <Button
                small
                look="quiet"
                onPress={() => setConfirmed(new Set(doubtful.map(({ control }) => control.key)))}
              >
                {t.allHere}
              </Button>
            )}
          </div>
          <p className="mt-1 mb-2 text-small text-n-600">{t.doubtfulText}</p>
          <ul className="m-0 list-none p-0">
            {doubtful.map((one) => {
              const { key, name } = one.control;
              return (
                <li key={key} className="border-b border-n-100 py-3 last:border-0">
                  {pair(one)}
                  <div role="toolbar" aria-label={name} className="mt-2 flex gap-2">
                    {([true, false] as const).map((isHere) => (
                      <button
                        key={String(isHere)}
                        type="button"
                        aria-pressed={confirmed.has(key) === isHere}
                        onClick={() => set(key, isHere)}
                        className={`min-h-11 flex-1 rounded-control border px-3 text-small ${confirmed.has(key) === isHere ? 'border-n-900 bg-n-100 font-semibold' : 'border-n-400 bg-n-0'}`}
                      >
                        {isHere ? t.here : t.wait}
                      </button>
                    ))}
                  </div>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {moved.length > 0 && (
        <details className="mt-4">
          <summary className="figures min-h-11 cursor-pointer py-2.5 text-desk font-semibold">
            {t.movedTitle(moved.length)}
          </summary>
          <ul className="m-0 list-none p-0">
            {moved.slice(0, MAX_SHOWN).map((one) => (
              <li key={one.control.key} className="border-b border-n-100 py-3 last:border-0">
                {pair(one)}
              </li>
            ))}
          </ul>
          {moved.length > MAX_SHOWN && (
            <p className="figures m-0 text-small text-n-600">{t.more(moved.length - MAX_SHOWN)}</p>
          )}
        </details>
      )}
    </>
  );
}

interface PairProps {
  readonly one: Replacement;
  readonly old: DocumentFile;
  readonly fresh: DocumentFile;
  readonly pictureOf: (file: DocumentFile, page: number, width: number) => string;
}

function Pair({ one: { control, at }, old, fresh, pictureOf }: PairProps) {
  const t = useTexts(replaceTexts);
  const size = sizeOf(control);
  if (at === null) return null;
  return (
    <>
      <p className="mt-0 mb-2 text-desk font-medium names">
        <bdi>{control.name}</bdi>
      </p>
      <div className="grid grid-cols-2 gap-3">
        <PageCrop
          label={t.before(control.page)}
          file={old}
          page={control.page}
          box={{ x: control.x, y: control.y, ...size }}
          pictureOf={pictureOf}
        />
        <PageCrop
          label={t.after(at.page)}
          file={fresh}
          page={at.page}
          box={{ x: at.x, y: at.y, ...size }}
          pictureOf={pictureOf}
        />
      </div>
    </>
  );
}
