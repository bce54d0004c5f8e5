import { readPageGuides } from '@cinnabar/api/pages/page-guides.js';
import { keepPlaceDraft } from '@cinnabar/api/pages/place.js';
import { ListChecks, Redo2, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Canvas } from '../canvas/canvas.js';
import type { CanvasHandle } from '../canvas/canvas-handle.js';
import { partyLook } from '../canvas/party-look.js';
import { millimetres } from '../canvas/spoken-name.js';
import { SuggestedProperties } from '../canvas/suggestions/suggestions-pane.js';
import { usePageGuides } from '../canvas/use-page-guides.js';
import { afterClosing } from '../shared/components/after-closing.js';
import { Button, IconButton } from '../shared/components/button.js';
import { DeskBar, DeskLayout } from '../shared/components/desk-layout.js';
import { iconSize } from '../shared/components/icons.js';
import { PageHeader } from '../shared/components/page-header.js';
import { ThumbnailRail } from '../shared/components/thumbnail-rail.js';
import { useWide } from '../shared/components/use-wide.js';
import { topOf } from '../shared/document/document-handle.js';
import { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { usePictures } from '../shared/document/use-pictures.js';
import { SavedNote } from '../shared/draft/saved-note.js';
import { useKeptDraft } from '../shared/draft/use-kept-draft.js';
import { useLink } from '../shared/link/link-context.js';
import { useDesk } from '../shared/state/use-desk.js';
import { useOnline } from '../shared/state/use-online.js';
import { useUndoKeys } from '../shared/state/use-undo-keys.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { canvasFields } from './canvas-fields.js';
import { Checks, FieldIndex } from './field-index.js';
import { Palette } from './palette.js';
import {
  firstPlaceDesk,
  type PlaceEffect,
  partyOf,
  placeDesk,
  type Said,
  selectedOf,
} from './place-desk-state.js';
import { PlaceSheets } from './place-sheets.js';
import { PlaceSuggestionsSection } from './place-suggestions-section.js';
import { placeTexts } from './place-texts.js';
import type { View } from './placed.js';
import { problemsOf } from './problems.js';
import { Properties } from './properties.js';
import { SelectionBar } from './selection-bar.js';
import { SuggestionBar, SuggestionsOffer } from './suggestion-bar.js';
import { useCanvasActs } from './use-canvas-acts.js';
import { useNoTextSelection } from './use-no-text-selection.js';
import { usePlaceSuggestions } from './use-place-suggestions.js';

interface Props {
  readonly view: View;
  readonly refresh: () => Promise<View>;
  readonly deleted: () => void;
}

/** Desk for placing fields on a draft and sending it. */
export function PlaceDesk({ view: newest, refresh, deleted }: Props) {
  const t = useTexts(placeTexts);
  const app = useTexts(commonTexts);
  const isWide = useWide();
  const isOnline = useOnline();
  const link = useLink();
  const pictureOf = usePictures();
  const handle = useRef<CanvasHandle | null>(null);
  const perform = ({ id }: PlaceEffect) => handle.current?.reveal(id);
  const [desk, send] = useDesk(placeDesk, () => firstPlaceDesk(newest), perform);
  const { view } = desk;
  useEffect(() => {
    if (newest !== view) send({ type: 'viewChanged', view: newest });
  }, [newest, view, send]);
  const { past, now: fields, future } = desk.history;
  const selected = selectedOf(desk);
  const party = partyOf(desk);
  const [firstFields] = useState(fields);
  const { saving, flush } = useKeptDraft({
    draft: fields,
    stored: firstFields,
    keep: (sent) => link.call(keepPlaceDraft, { draft: JSON.stringify(sent) }),
    savedTime: (answer) => answer.savedTime,
    session: link.entered.session,
  });
  const { key: pageKey, start, onPage } = usePageInSight('place', view.files);
  const [shownFile = 0, shownPage = 0] = pageKey.split('/').map(Number);
  const guidesOf = usePageGuides({
    scope: ['place', link.linkId],
    files: view.files,
    inSight: pageKey === '' ? null : { fileId: shownFile, page: shownPage },
    read: useCallback(({ fileId, page }) => link.call(readPageGuides, { fileId, page }), [link]),
  });
  const suggestions = usePlaceSuggestions(desk, send);
  const { suggested, accept, dismiss } = suggestions;
  const suggestion = suggested.find(({ key }) => key === desk.selectedId);
  const acts = useCanvasActs({ desk, send, handle, pageKey, hasPanel: isWide, suggesting: suggestions });
  const problems = useMemo(() => problemsOf(view, fields, t), [view, fields, t]);
  const controls = useMemo(
    () => [...canvasFields(view, fields, problems), ...suggested],
    [view, fields, problems, suggested],
  );
  const selection = useMemo(() => (desk.selectedId === null ? [] : [desk.selectedId]), [desk.selectedId]);
  // Nobody is warned of what is missing before they have begun.
  const hasBegun = fields.length > 0 || past.length > 0 || view.kept.length > 0;
  const mistakes = problems.filter(({ isMistake }) => isMistake);

  const undo = useCallback(() => send({ type: 'undone' }), [send]);
  const redo = useCallback(() => send({ type: 'redone' }), [send]);
  useUndoKeys({ undo, redo });
  useNoTextSelection();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t.title(view.title);
  }, [t, view.title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const fromList = (id: string) => {
    const show = () => send({ type: 'shown', id });
    if (isWide) show();
    else afterClosing(() => send({ type: 'sheetClosed' }), show);
  };
  const index = (
    <>
      {hasBegun && <Checks {...{ fields, problems }} show={({ id }) => fromList(id)} />}
      <PlaceSuggestionsSection
        {...{ view, suggestions }}
        page={pageKey === '' ? null : { fileId: shownFile, page: shownPage }}
        reveal={fromList}
      />
      <FieldIndex {...{ view, fields }} show={({ id }) => fromList(id)} />
    </>
  );
  const properties = selected !== null && (
    <Properties
      key={selected.id}
      view={view}
      field={selected}
      change={(change, kind) =>
        send({ type: 'changed', id: selected.id, change, kind, at: performance.now() })
      }
      moveTo={(box) => send({ type: 'placedByNumbers', id: selected.id, to: box, at: performance.now() })}
      copyTo={() => send({ type: 'sheetOpened', sheet: 'copy' })}
      duplicate={() => acts.duplicate(selected.id)}
      remove={() => {
        send({ type: 'removed', id: selected.id });
        send({ type: 'sheetClosed' });
      }}
      refusal={desk.refusal?.id === selected.id ? desk.refusal.words : null}
    />
  );
  const state = !hasBegun
    ? t.list
    : mistakes.length > 0
      ? t.missing(mistakes.length)
      : problems.length > 0
        ? t.warnings(problems.length)
        : t.allFine;
  const review = (
    <Button
      look="ink"
      wide={!isWide}
      isDisabled={mistakes.length > 0}
      onPress={() => send({ type: 'sheetOpened', sheet: 'send' })}
    >
      {t.review}
    </Button>
  );
  const palette = party !== undefined && (
    <Palette
      view={view}
      party={party}
      choose={({ flag }) => send({ type: 'partyChosen', flag })}
      countOf={({ flag }) => fields.filter((each) => each.flag === flag).length}
      obstacleTo={acts.obstacle}
      add={acts.addInSight}
      drag={acts.dragTool}
      isWide={isWide}
    />
  );
  return (
    <DeskLayout
      header={
        <PageHeader
          title={view.title}
          note={<bdi>{t.note}</bdi>}
          back={null}
          headingRef={heading}
          more={() => send({ type: 'sheetOpened', sheet: 'more' })}
        >
          {isWide && <SavedNote saving={saving} />}
          <IconButton label={t.undo} onPress={undo} isDisabled={past.length === 0}>
            <Undo2 {...iconSize} />
          </IconButton>
          <IconButton label={t.redo} onPress={redo} isDisabled={future.length === 0}>
            <Redo2 {...iconSize} />
          </IconButton>
          {isWide && mistakes.length > 0 && <span className="figures text-small text-danger">{state}</span>}
          {isWide && review}
        </PageHeader>
      }
      above={
        !isOnline && (
          <p role="status" className="m-0 bg-warning-tint px-4 py-2 text-center text-small text-warning">
            {app.offlineBar}
          </p>
        )
      }
      before={
        isWide && (
          <>
            <aside
              aria-label={t.tools}
              className="w-72 shrink-0 overflow-y-auto border-r border-n-200 bg-n-25"
            >
              {palette}
            </aside>
            <ThumbnailRail
              isBetweenPanes
              label={t.thumbnails}
              files={view.files}
              current={pageKey}
              pictureOf={pictureOf}
              show={(file, page) => handle.current?.show(topOf(file, page))}
            />
          </>
        )
      }
      after={
        isWide && (
          <aside
            aria-label={t.panel}
            className="w-80 shrink-0 overflow-y-auto border-l border-n-200 bg-n-0 p-4"
          >
            {selected === null && suggestion === undefined ? (
              index
            ) : (
              <>
                <div className="mb-2 flex items-center justify-between">
                  <h2 className="m-0 text-title font-semibold">{t.properties}</h2>
                  <Button look="link" small onPress={() => send({ type: 'deselected' })}>
                    {t.close}
                  </Button>
                </div>
                {suggestion === undefined ? (
                  properties
                ) : (
                  <SuggestedProperties {...{ suggestion, accept, dismiss }} />
                )}
              </>
            )}
          </aside>
        )
      }
      below={
        !isWide && (
          <>
            {suggestion !== undefined ? (
              <SuggestionBar
                {...{ suggestion, accept, dismiss }}
                close={() => send({ type: 'deselected' })}
              />
            ) : selected !== null ? (
              <SelectionBar
                name={selected.name}
                look={partyLook(view.placeParties.findIndex(({ flag }) => flag === selected.flag))}
                open={() => send({ type: 'sheetOpened', sheet: 'properties' })}
                duplicate={selected.seam ? null : () => acts.duplicate(selected.id)}
                remove={() => send({ type: 'removed', id: selected.id })}
                close={() => send({ type: 'deselected' })}
              />
            ) : (
              <>
                <SuggestionsOffer
                  {...{ suggested, accept }}
                  open={() => send({ type: 'sheetOpened', sheet: 'list' })}
                />
                {palette}
              </>
            )}
            <DeskBar>
              <div className="flex items-center gap-3">
                <Button onPress={() => send({ type: 'sheetOpened', sheet: 'list' })}>
                  <ListChecks {...iconSize} />
                  {state}
                </Button>
                <div className="min-w-0 flex-1">{review}</div>
              </div>
              <SavedNote saving={saving} />
            </DeskBar>
          </>
        )
      }
      said={desk.said === null ? '' : saidWords(desk.said, t)}
      over={
        <PlaceSheets
          desk={desk}
          send={send}
          problems={problems}
          properties={properties}
          index={index}
          keepNow={flush}
          refresh={refresh}
          deleted={deleted}
        />
      }
    >
      <Canvas
        files={view.files}
        pictureOf={pictureOf}
        controls={controls}
        parties={view.placeParties}
        selection={selection}
        selects="one"
        focusKey={desk.focusId}
        send={acts.done}
        handle={handle}
        onPage={onPage}
        guidesOf={guidesOf}
        start={start}
        readableZoom={isWide ? 1 : 1.6}
      />
    </DeskLayout>
  );
}

function saidWords(said: Said, t: typeof placeTexts.zh): string {
  switch (said.kind) {
    case 'added':
      return t.added(said.name, said.page);
    case 'removed':
      return t.removed(said.name);
    case 'position':
      return t.position(said.page, millimetres(said.x), millimetres(said.y));
    case 'copied':
      return t.copied(said.pages);
    case 'accepted':
      return t.accepted(said.count);
  }
}
