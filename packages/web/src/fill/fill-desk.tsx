import { useCallback, useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Button } from '../shared/components/button.js';
import { DeskBar, DeskLayout, DeskPanel } from '../shared/components/desk-layout.js';
import { PageHeader } from '../shared/components/page-header.js';
import { ReasonSheet } from '../shared/components/reason-sheet.js';
import { ThumbnailRail } from '../shared/components/thumbnail-rail.js';
import { useWide } from '../shared/components/use-wide.js';
import { type DocumentHandle, topOf } from '../shared/document/document-handle.js';
import { DocumentView } from '../shared/document/document-view.js';
import { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { usePictures } from '../shared/document/use-pictures.js';
import { SavedNote } from '../shared/draft/saved-note.js';
import { AboutContract, MoreSheet } from '../shared/flow/about-contract.js';
import { usePageState } from '../shared/router/page-state.js';
import { useDesk } from '../shared/state/use-desk.js';
import { useOnline } from '../shared/state/use-online.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { type Control, contentOf, type View } from './controls.js';
import { Field } from './field.js';
import type { FieldActs } from './field-acts.js';
import { FieldList } from './field-list.js';
import { FillBar } from './fill-bar.js';
import {
  errorOf,
  type FieldError,
  type FillEffect,
  fieldsOf,
  fillDesk,
  filledCount,
  firstFillDesk,
  openOf,
} from './fill-desk-state.js';
import { fillTexts } from './fill-texts.js';
import { PageControls } from './page-controls.js';
import { shownControls } from './standings.js';
import { useDraft } from './use-draft.js';
import { useHandIn } from './use-hand-in.js';

interface Props {
  readonly view: View;
  readonly canFill: boolean;
  readonly back: (() => void) | null;
  readonly refresh: () => Promise<View | undefined>;
  readonly submitted: () => Promise<void>;
  readonly changed: () => Promise<void>;
}

/** Room for the label before an input, in px. */
const LABEL_WIDTH = 150;

/** The part of the page to scroll to when a control is filled in. */
function sightOf({ fileId, page, x, y, attribute }: Control) {
  const before = Math.min(x, LABEL_WIDTH);
  return { fileId, page, x: x - before, y, width: attribute.width + before, height: attribute.height };
}

/** Desk for filling in a contract: the pages with their fields, and all fields as a list. */
export function FillDesk({ view: newest, canFill, back, refresh, submitted, changed }: Props) {
  const t = useTexts(fillTexts);
  const app = useTexts(commonTexts);
  const isWide = useWide();
  const isOnline = useOnline();
  const pictureOf = usePictures();
  const handle = useRef<DocumentHandle>(null);
  const [{ view: mode = 'beside' }, keepState] = usePageState('fill');
  const { key: page, start, onPage } = usePageInSight('fill', newest.files);

  const perform = (effect: FillEffect) => {
    if (effect.kind === 'show') handle.current?.show(sightOf(effect.control));
    if (effect.kind === 'saveDraft') void draft.flush();
    if (effect.kind === 'submit') server.submit();
  };
  const [desk, send] = useDesk(fillDesk, () => firstFillDesk(newest, canFill), perform);
  const { view, values, standings, current, sheet } = desk;
  useEffect(() => {
    if (newest !== view) send({ type: 'viewChanged', view: newest });
  }, [newest, view, send]);
  const draft = useDraft(
    desk,
    canFill,
    useCallback((problems) => send({ type: 'checked', problems }), [send]),
  );
  const server = useHandIn({
    desk,
    save: draft.save,
    refresh,
    submitted,
    foundWrong: (controls) => send({ type: 'foundWrong', controls }),
  });
  const controls = fieldsOf(desk);
  const open = openOf(desk);
  const index = controls.findIndex(({ componentId }) => componentId === current?.componentId);
  const here = controls[index];

  const valueIn = (control: Control) => contentOf(values, control);
  const errorWords = (control: Control) => {
    const error = errorOf(desk, control);
    return error === null ? null : wordsOf(error, t);
  };
  const acts: FieldActs = {
    change: (control, value) => send({ type: 'typed', control, value }),
    leave: (control) => send({ type: 'left', control }),
    focus: (control) => send({ type: 'focused', control }),
    next: () => send({ type: 'entered' }),
    keepPicture: server.keepPicture,
  };

  // Initially the first empty field is scrolled to, unless the URL names a page.
  const first = useRef(start === null ? here : undefined);
  useEffect(() => {
    if (first.current !== undefined) handle.current?.show(sightOf(first.current));
  }, []);
  const heading = useCallback(
    (element: HTMLHeadingElement | null) => {
      if (!canFill) element?.focus({ preventScroll: true });
    },
    [canFill],
  );
  useEffect(() => {
    document.title = t.title(view.title);
  }, [t, view.title]);

  const closeSheet = () => send({ type: 'sheetClosed' });
  const refuse = canFill ? () => send({ type: 'sheetOpened', sheet: 'refuse' }) : null;
  const focused = current === null || current.isOnPage ? null : current.componentId;
  const isList = mode === 'list';
  const list = (
    <FieldList
      view={view}
      controls={shownControls(view, standings)}
      standings={standings}
      valueIn={valueIn}
      errorOf={errorWords}
      acts={acts}
      focused={focused}
    />
  );
  const bar = (
    <FillBar
      left={open.length}
      failure={server.failure}
      isSubmitting={server.isSubmitting}
      submit={() => send({ type: 'submitAsked' })}
      deadline={view.deadline}
      nextMissing={() => send({ type: 'nextMissingAsked' })}
      step={isWide || isList ? null : (by) => send({ type: 'stepped', by, isOnPage: false })}
      notice={canFill ? (isOnline ? null : app.offlineBar) : ''}
    />
  );
  const pages = (
    <DocumentView
      files={view.files}
      pictureOf={pictureOf}
      over={(at, scale) => (
        <PageControls
          desk={desk}
          send={send}
          acts={acts}
          errorOf={errorWords}
          at={at}
          scale={scale}
          isRead={page === at.key}
          canFill={canFill}
          isWide={isWide}
        />
      )}
      handle={handle}
      onPage={onPage}
      start={start}
      readableZoom={isWide ? 1 : 1.8}
    />
  );
  const about = (
    <AboutContract
      flow={view}
      acts={
        refuse !== null && (
          <Button look="danger" small onPress={refuse}>
            {t.refuse}
          </Button>
        )
      }
    />
  );
  return (
    <DeskLayout
      {...(canFill ? { skip: { to: 'fields', label: t.skipToForm } } : {})}
      header={
        <PageHeader
          title={view.title}
          note={<bdi>{canFill ? t.as(view.me.name) : t.from(view.corpName)}</bdi>}
          back={back === null ? null : { label: t.back, run: back }}
          headingRef={heading}
          more={isWide ? null : () => send({ type: 'sheetOpened', sheet: 'more' })}
        >
          {canFill && isWide && <SavedNote saving={draft.saving} />}
        </PageHeader>
      }
      above={
        canFill &&
        !isWide && (
          <div className="flex h-12 shrink-0 items-center justify-between border-b border-n-200 bg-n-0 px-4">
            <fieldset className="m-0 flex rounded-control border-0 bg-n-100 p-0.5">
              <legend className="sr-only">{t.views}</legend>
              {(['beside', 'list'] as const).map((each) => (
                <AriaButton
                  key={each}
                  aria-pressed={mode === each}
                  onPress={() => keepState({ view: each === 'beside' ? undefined : each })}
                  className={`relative h-9 min-w-16 rounded-[6px] px-3 text-small font-medium before:absolute before:-inset-1 ${mode === each ? 'bg-n-0 text-n-900 shadow-paper' : 'text-n-600'}`}
                >
                  {t[each]}
                </AriaButton>
              ))}
            </fieldset>
            <SavedNote saving={draft.saving} />
          </div>
        )
      }
      before={
        isWide && (
          <ThumbnailRail
            label={t.thumbnails}
            files={view.files}
            current={page}
            pictureOf={pictureOf}
            show={(file, number) => handle.current?.show(topOf(file, number))}
          />
        )
      }
      after={
        isWide && (
          <DeskPanel isWide {...(canFill ? { footer: bar } : {})}>
            <div id="fields" tabIndex={-1}>
              {canFill && (
                <section aria-label={t.fields} className="mb-8">
                  <p className="figures m-0 mb-4 flex items-baseline justify-between text-desk font-semibold">
                    <span>{t.count(filledCount(desk), controls.length)}</span>
                    <span className="text-caption font-normal text-n-500">
                      <span className="text-danger">*</span> {t.requiredMark}
                    </span>
                  </p>
                  {list}
                </section>
              )}
              {about}
            </div>
          </DeskPanel>
        )
      }
      below={
        canFill &&
        !isWide && (
          <DeskBar>
            {!isList && here !== undefined && (
              <div id="fields" tabIndex={-1} className="-mx-1 mb-2 max-h-[40dvh] overflow-y-auto p-1">
                <Field
                  key={here.componentId}
                  control={here}
                  value={valueIn(here)}
                  error={errorWords(here)}
                  isFocused={focused !== null}
                  acts={acts}
                  aside={t.place(here.page, index + 1, controls.length)}
                />
              </div>
            )}
            {bar}
          </DeskBar>
        )
      }
      over={
        <>
          {sheet === 'more' && <MoreSheet close={closeSheet}>{about}</MoreSheet>}
          {sheet === 'refuse' && (
            <ReasonSheet
              title={t.refuseTitle}
              consequence={t.refuseConsequence}
              reasons={t.refuseReasons.split('|')}
              act={t.refuseAct}
              close={closeSheet}
              run={async (reason) => {
                await server.refuse(reason);
                await changed();
              }}
            />
          )}
        </>
      }
    >
      {!isWide && isList ? (
        <div id="fields" tabIndex={-1} className="h-full overflow-y-auto bg-n-0 p-4">
          {list}
        </div>
      ) : (
        pages
      )}
    </DeskLayout>
  );
}

function wordsOf(error: FieldError, t: typeof fillTexts.zh): string {
  switch (error.kind) {
    case 'missing':
      return t.missing;
    case 'notNumber':
      return t.notNumber;
    case 'tooLong':
      return t.tooLong(error.most);
    case 'refused':
      return error.message;
  }
}
