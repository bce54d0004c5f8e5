import { Ellipsis, ListChecks, Redo2, Undo2 } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { appTexts } from '../app/app-texts.js';
import { afterSheet } from '../components/after-sheet.js';
import { Button, IconButton } from '../components/button.js';
import { iconSize } from '../components/icons.js';
import { PageHeader } from '../components/page-header.js';
import { Sheet } from '../components/sheet.js';
import { ThumbnailRail } from '../components/thumbnail-rail.js';
import { useWide } from '../components/use-wide.js';
import { type DocumentHandle, DocumentView } from '../document/document-view.js';
import type { DocumentFile, PagePlace } from '../document/layout.js';
import { SavedNote } from '../fill/saved-note.js';
import { useLink } from '../link/link-context.js';
import { useOnline } from '../sign/use-online.js';
import { useTexts } from '../text/language.js';
import { CopySheet } from './copy-sheet.js';
import { DeleteSheet } from './delete-sheet.js';
import { FieldFace } from './field-face.js';
import { FieldIndex } from './field-index.js';
import { KeptField } from './kept-field.js';
import { millimetres, movedByKey } from './moved-by-key.js';
import { Palette } from './palette.js';
import { partyLook } from './party-look.js';
import { placeTexts } from './place-texts.js';
import type { Party, Placed, View } from './placed.js';
import { type Grip, PlacedField } from './placed-field.js';
import { problemsOf } from './problems.js';
import { Properties } from './properties.js';
import { SeamStrip } from './seam-strip.js';
import { SelectionBar } from './selection-bar.js';
import { SendSheet } from './send-sheet.js';
import { freshField, obstacleTo, type Tool, wordOf } from './tools.js';
import { useDrag } from './use-drag.js';
import { usePlaceDraft } from './use-place-draft.js';
import { usePlacing } from './use-placing.js';
import { useUndoKeys } from './use-undo-keys.js';

interface Props {
  readonly view: View;
  readonly refresh: () => Promise<View>;
  readonly deleted: () => void;
}

type Open = 'properties' | 'copy' | 'list' | 'send' | 'delete' | 'more' | null;

/** The pages of a draft, what is put on them, and the way to send it. */
export function PlaceDesk({ view, refresh, deleted }: Props) {
  const t = useTexts(placeTexts);
  const app = useTexts(appTexts);
  const link = useLink();
  const isWide = useWide();
  const isOnline = useOnline();
  const handle = useRef<DocumentHandle | null>(null);
  const placing = usePlacing(view);
  const { fields, selected } = placing;
  const [party, setParty] = useState<Party | undefined>(view.placeParties[0]);
  const [sheet, setSheet] = useState<Open>(null);
  const saving = usePlaceDraft(fields, sheet !== 'send');
  const [focusId, setFocus] = useState<string | null>(null);
  const [liftedId, setLifted] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState<{ readonly id: string; readonly words: string } | null>(null);
  const [pageKey, setPage] = useState('');
  const drag = useDrag(view.files, handle);
  const problems = useMemo(() => problemsOf(view, fields, t), [view, fields, t]);
  const mistakes = problems.filter(({ isMistake }) => isMistake);
  const { returnUrl } = link.entered;

  useUndoKeys(placing);
  const heading = useRef<HTMLHeadingElement | null>(null);
  useEffect(() => {
    document.title = t.title(view.title);
  }, [t, view.title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const lookOf = (flag: string) => partyLook(view.placeParties.findIndex((each) => each.flag === flag));
  const ownerOf = (flag: string) => view.placeParties.find((each) => each.flag === flag);
  const othersOn = useCallback(
    (except: string) => (fileId: number, page: number) =>
      fields.filter(
        (each) => each.id !== except && !each.seam && each.fileId === fileId && each.page === page,
      ),
    [fields],
  );
  const fileHere = view.files.find(({ fileId }) => `${fileId}` === pageKey.split('/')[0]) ?? view.files[0];
  const obstacle = (tool: Tool) => (party === undefined ? '' : obstacleTo(tool, party, fields, fileHere, t));

  function addInSight(tool: Tool) {
    const here = handle.current?.middle();
    if (party === undefined || here === null || here === undefined) return;
    const { width, height } = freshField(tool, party, '');
    placed(placing.add(tool, party, { ...here, x: here.x - width / 2, y: here.y - height / 2 }));
  }

  function placed(field: Placed | null) {
    if (field === null) return;
    setFocus(field.id);
    setSaid(t.added(field.name, field.page));
  }

  function dragTool(tool: Tool, event: PointerEvent<HTMLElement>) {
    if (party === undefined || event.button !== 0 || obstacle(tool) !== null) return;
    const fresh = freshField(tool, party, wordOf(tool, party.isEnterprise, t));
    const { width, height } = fresh;
    drag.begin({
      event,
      size: { width, height },
      grip: { x: width / 2, y: height / 2 },
      seam: tool === 'seam',
      face: face(fresh),
      othersOn: othersOn(''),
      lift: () => undefined,
      drop: (spot) => placed(spot === null ? null : placing.add(tool, party, spot)),
    });
  }

  function dragField(field: Placed, event: PointerEvent<HTMLElement>, grip: Grip) {
    const { width, height } = field;
    drag.begin({
      event,
      size: { width, height },
      grip,
      seam: field.seam,
      face: face(field),
      othersOn: othersOn(field.id),
      lift: () => {
        setLifted(field.id);
        placing.select(field.id);
      },
      drop(spot) {
        setLifted(null);
        // A seam stays with its file, whichever page it was let go on.
        if (spot === null || (field.seam && spot.fileId !== field.fileId)) return;
        tellPlace(placing.moveTo(field, field.seam ? { ...spot, page: field.page } : spot));
      },
    });
  }

  function face(field: Omit<Placed, 'fileId' | 'page'>) {
    const isEnterprise = ownerOf(field.flag)?.isEnterprise ?? false;
    return (
      <FieldFace
        field={field}
        look={lookOf(field.flag)}
        isEnterprise={isEnterprise}
        width={field.width}
        height={field.height}
      />
    );
  }

  function tellPlace({ page, x, y }: Placed) {
    setSaid(t.position(page, millimetres(x), millimetres(y)));
  }

  function keyed(field: Placed, event: KeyboardEvent) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      return remove(field);
    }
    if (event.key === 'Escape') return placing.select(null);
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'd' && !field.seam) {
      event.preventDefault();
      return placed(placing.duplicate(field));
    }
    const file = view.files.find(({ fileId }) => fileId === field.fileId);
    const moved = file === undefined || isCommand ? null : movedByKey(file, field, event.key, event.shiftKey);
    if (moved === null) return;
    event.preventDefault();
    const now = placing.moveTo(field, moved, 'nudge');
    if (now.page !== field.page) setFocus(field.id);
    if (handle.current?.isInSight(now) === false) handle.current.show(now);
    tellPlace(now);
  }

  function remove(field: Placed) {
    placing.remove(field);
    setSaid(t.removed(field.name));
  }

  function show(field: Placed) {
    placing.select(field.id);
    setFocus(field.id);
    handle.current?.show(field);
  }

  const open = (field: Placed) => {
    placing.select(field.id);
    if (!isWide) setSheet('properties');
  };
  const select = (field: Placed) => {
    setFocus(null);
    placing.select(field.id);
  };

  const pictureOf = useCallback(
    (file: DocumentFile, page: number, width: number) =>
      `/pages/picture/${link.linkId}/${file.fileId}/${page}/${width}?v=${file.version}`,
    [link.linkId],
  );

  function over(at: PagePlace, scale: number) {
    const file = view.files.find(({ fileId }) => fileId === at.fileId);
    const size = file?.pages[at.page - 1];
    if (file === undefined || size === undefined) return null;
    const isHere = (field: { fileId: number; page: number; seam: boolean }) =>
      field.fileId === at.fileId && (field.seam || field.page === at.page);
    const common = { scale, select, open, drag: dragField, keyed };
    return (
      <>
        {view.kept.filter(isHere).map((field) => (
          <KeptField
            key={field.componentId}
            field={field}
            look={lookOf(field.flag)}
            scale={scale}
            pageCount={file.pages.length}
            pageWidth={size.width}
          />
        ))}
        {fields.filter(isHere).map((field) => {
          const look = lookOf(field.flag);
          const isSelected = field.id === selected?.id;
          const wantsFocus = field.id === focusId;
          return field.seam ? (
            <SeamStrip
              key={field.id}
              {...common}
              field={field}
              look={look}
              page={{ number: at.page, width: size.width, count: file.pages.length }}
              isSelected={isSelected}
              wantsFocus={wantsFocus}
            />
          ) : (
            <PlacedField
              key={field.id}
              {...common}
              field={field}
              look={look}
              isEnterprise={ownerOf(field.flag)?.isEnterprise ?? false}
              isSelected={isSelected}
              wantsFocus={wantsFocus}
              isLifted={field.id === liftedId}
              hasMistake={mistakes.some(({ fieldId }) => fieldId === field.id)}
              resize={(resized, box) => void placing.moveTo(resized, box)}
            />
          );
        })}
      </>
    );
  }

  const canvas = (
    <DocumentView
      files={view.files}
      pictureOf={pictureOf}
      over={over}
      handle={handle}
      onPage={(place) => setPage(place.key)}
      readableZoom={1}
    />
  );
  const properties = selected !== null && (
    <Properties
      key={selected.id}
      view={view}
      field={selected}
      change={(change, kind) => placing.set(selected, change, kind)}
      moveTo={(box) => void placing.moveTo(selected, box, 'numbers')}
      copyTo={() => (isWide ? setSheet('copy') : leaveTo('copy'))}
      duplicate={() => void placing.duplicate(selected)}
      remove={() => {
        remove(selected);
        setSheet(null);
      }}
      refusal={refusal?.id === selected.id ? refusal.words : null}
    />
  );
  const index = <FieldIndex view={view} fields={fields} problems={problems} show={fromList} />;
  const history = (
    <>
      <IconButton label={t.undo} onPress={placing.undo} isDisabled={!placing.canUndo}>
        <Undo2 {...iconSize} />
      </IconButton>
      <IconButton label={t.redo} onPress={placing.redo} isDisabled={!placing.canRedo}>
        <Redo2 {...iconSize} />
      </IconButton>
    </>
  );
  const state =
    mistakes.length > 0
      ? t.missing(mistakes.length)
      : problems.length > 0
        ? t.warnings(problems.length)
        : t.allFine;
  const review = (
    <Button look="ink" wide={!isWide} isDisabled={mistakes.length > 0} onPress={() => setSheet('send')}>
      {t.review}
    </Button>
  );
  const copied = view.files.find(({ fileId }) => fileId === selected?.fileId);

  function fromList(field: Placed) {
    if (isWide) return show(field);
    afterSheet(
      () => setSheet(null),
      () => show(field),
    );
  }
  function leaveTo(next: Open) {
    afterSheet(
      () => setSheet(null),
      () => setSheet(next),
    );
  }

  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title={view.title}
        note={<bdi>{t.note}</bdi>}
        back={null}
        headingRef={(element) => {
          heading.current = element;
        }}
      >
        {isWide && <SavedNote saving={saving} />}
        {history}
        {isWide && review}
        <IconButton label={t.more} onPress={() => setSheet('more')}>
          <Ellipsis {...iconSize} />
        </IconButton>
      </PageHeader>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {!isOnline && (
        <p role="status" className="m-0 bg-warning-tint px-4 py-2 text-center text-small text-warning">
          {app.offlineBar}
        </p>
      )}
      {isWide ? (
        <div className="flex min-h-0 flex-1">
          <aside aria-label={t.tools} className="w-72 shrink-0 overflow-y-auto border-r border-n-200 bg-n-25">
            {party !== undefined && (
              <Palette
                view={view}
                party={party}
                choose={setParty}
                countOf={({ flag }) => fields.filter((each) => each.flag === flag).length}
                obstacleTo={obstacle}
                add={addInSight}
                drag={dragTool}
                isWide
              />
            )}
          </aside>
          <ThumbnailRail
            label={t.thumbnails}
            files={view.files}
            current={pageKey}
            pictureOf={pictureOf}
            show={({ fileId }, page) =>
              handle.current?.show({ fileId, page, x: 0, y: 0, width: 400, height: 400 })
            }
          />
          <main className="min-w-0 flex-1">{canvas}</main>
          <aside
            aria-label={t.panel}
            className="w-80 shrink-0 overflow-y-auto border-l border-n-200 bg-n-0 p-4"
          >
            {selected === null ? (
              index
            ) : (
              <>
                <div className="mb-2 flex items-center justify-between">
                  <h2 className="m-0 text-title font-semibold">{t.properties}</h2>
                  <Button look="link" small onPress={() => placing.select(null)}>
                    {t.close}
                  </Button>
                </div>
                {properties}
              </>
            )}
          </aside>
        </div>
      ) : (
        <>
          <main className="min-h-0 flex-1">{canvas}</main>
          {selected !== null ? (
            <SelectionBar
              name={selected.name}
              look={lookOf(selected.flag)}
              open={() => setSheet('properties')}
              duplicate={selected.seam ? null : () => placed(placing.duplicate(selected))}
              remove={() => remove(selected)}
              close={() => placing.select(null)}
            />
          ) : (
            party !== undefined && (
              <Palette
                view={view}
                party={party}
                choose={setParty}
                countOf={() => 0}
                obstacleTo={obstacle}
                add={addInSight}
                drag={dragTool}
                isWide={false}
              />
            )
          )}
          <footer className="safe-bottom shrink-0 border-t border-n-200 bg-n-0 px-4 pt-3">
            <div className="flex items-center gap-3">
              <Button onPress={() => setSheet('list')}>
                <ListChecks {...iconSize} />
                {state}
              </Button>
              <div className="min-w-0 flex-1">{review}</div>
            </div>
            <SavedNote saving={saving} />
          </footer>
        </>
      )}
      {drag.layer}
      {sheet === 'properties' && selected !== null && (
        <Sheet title={t.properties} isOpen close={() => setSheet(null)}>
          {properties}
        </Sheet>
      )}
      {sheet === 'list' && (
        <Sheet title={t.list} isOpen close={() => setSheet(null)}>
          {index}
        </Sheet>
      )}
      {sheet === 'copy' && selected !== null && copied !== undefined && (
        <CopySheet
          file={copied}
          field={selected}
          close={() => setSheet(null)}
          copy={(pages) => {
            placing.copyTo(selected, pages);
            setSaid(t.copied(pages.length));
            setSheet(null);
          }}
        />
      )}
      {sheet === 'more' && (
        <Sheet title={t.more} isOpen close={() => setSheet(null)}>
          <div className="flex flex-col gap-2">
            {returnUrl !== null && (
              <Button wide onPress={() => location.assign(returnUrl)}>
                {t.backTo}
              </Button>
            )}
            <Button wide look="danger" onPress={() => leaveTo('delete')}>
              {t.deleteDraft}
            </Button>
          </div>
        </Sheet>
      )}
      {sheet === 'delete' && <DeleteSheet view={view} close={() => setSheet(null)} deleted={deleted} />}
      {sheet === 'send' && (
        <SendSheet
          view={view}
          fields={fields}
          warnings={problems}
          close={() => setSheet(null)}
          hasLeft={async () => {
            const now = await refresh();
            return now.status !== 0 || now.consent === 'asked';
          }}
          sent={() => void refresh()}
          refused={(field, words) => {
            setRefusal({ id: field.id, words });
            afterSheet(
              () => setSheet(null),
              () => show(field),
            );
          }}
        />
      )}
    </div>
  );
}
