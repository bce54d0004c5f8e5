import { Ellipsis, ListChecks, Redo2, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { afterClosing } from '../shared/components/after-closing.js';
import { Button, IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { PageHeader } from '../shared/components/page-header.js';
import { Sheet } from '../shared/components/sheet.js';
import { ThumbnailRail } from '../shared/components/thumbnail-rail.js';
import { useWide } from '../shared/components/use-wide.js';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { DocumentView } from '../shared/document/document-view.js';
import type { DocumentFile } from '../shared/document/layout.js';
import { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { SavedNote } from '../shared/draft/saved-note.js';
import { useLink } from '../shared/link/link-context.js';
import { useOnline } from '../shared/state/use-online.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { CopySheet } from './copy-sheet.js';
import { DeleteSheet } from './delete-sheet.js';
import { FieldIndex } from './field-index.js';
import { PageFields } from './page-fields.js';
import { Palette } from './palette.js';
import { partyLook } from './party-look.js';
import { placeTexts } from './place-texts.js';
import type { Party, Placed, View } from './placed.js';
import { problemsOf } from './problems.js';
import { Properties } from './properties.js';
import { SelectionBar } from './selection-bar.js';
import { SendSheet } from './send-sheet.js';
import { useFieldActs } from './use-field-acts.js';
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
  const app = useTexts(commonTexts);
  const link = useLink();
  const isWide = useWide();
  const isOnline = useOnline();
  const handle = useRef<DocumentHandle | null>(null);
  const placing = usePlacing(view);
  const { fields, selected } = placing;
  const [party, setParty] = useState<Party | undefined>(view.placeParties[0]);
  const [sheet, setSheet] = useState<Open>(null);
  const saving = usePlaceDraft(fields);
  const [refusal, setRefusal] = useState<{ readonly id: string; readonly words: string } | null>(null);
  const { key: pageKey, start, onPage } = usePageInSight('place', view.files);
  const acts = useFieldActs({ view, placing, handle, party, pageKey });
  const { show, remove } = acts;
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
  const open = (field: Placed) => {
    placing.select(field.id);
    if (!isWide) setSheet('properties');
  };
  const pictureOf = useCallback(
    (file: DocumentFile, page: number, width: number) =>
      `/pages/picture/${link.linkId}/${file.fileId}/${page}/${width}?v=${file.version}`,
    [link.linkId],
  );

  const canvas = (
    <DocumentView
      files={view.files}
      pictureOf={pictureOf}
      over={(at, scale) => (
        <PageFields
          view={view}
          placing={placing}
          acts={acts}
          problems={problems}
          at={at}
          scale={scale}
          open={open}
        />
      )}
      handle={handle}
      onPage={onPage}
      start={start}
      readableZoom={isWide ? 1 : 1.6}
    />
  );
  const properties = selected !== null && (
    <Properties
      key={selected.id}
      view={view}
      field={selected}
      change={(change, kind) => placing.set(selected, change, kind)}
      moveTo={(box) => void placing.moveTo(selected, box, 'numbers')}
      copyTo={() => setSheet('copy')}
      duplicate={() => acts.duplicate(selected)}
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
    afterClosing(
      () => setSheet(null),
      () => show(field),
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
        {isWide && mistakes.length > 0 && <span className="figures text-small text-danger">{state}</span>}
        {isWide && review}
        <IconButton label={t.more} onPress={() => setSheet('more')}>
          <Ellipsis {...iconSize} />
        </IconButton>
      </PageHeader>
      <p aria-live="polite" className="sr-only">
        {acts.said}
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
                obstacleTo={acts.obstacle}
                add={acts.addInSight}
                drag={acts.dragTool}
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
              duplicate={selected.seam ? null : () => acts.duplicate(selected)}
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
                obstacleTo={acts.obstacle}
                add={acts.addInSight}
                drag={acts.dragTool}
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
      {acts.layer}
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
            acts.say(t.copied(pages.length));
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
            <Button wide look="danger" onPress={() => setSheet('delete')}>
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
            afterClosing(
              () => setSheet(null),
              () => show(field),
            );
          }}
        />
      )}
    </div>
  );
}
