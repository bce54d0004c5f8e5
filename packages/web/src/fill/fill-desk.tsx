import { Ellipsis } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { PageHeader } from '../shared/components/page-header.js';
import { ReasonSheet } from '../shared/components/reason-sheet.js';
import { ThumbnailRail } from '../shared/components/thumbnail-rail.js';
import { useWide } from '../shared/components/use-wide.js';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { DocumentView } from '../shared/document/document-view.js';
import type { DocumentFile, PagePlace } from '../shared/document/layout.js';
import { TextLayer } from '../shared/document/text-layer.js';
import { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { SavedNote } from '../shared/draft/saved-note.js';
import { useLink } from '../shared/link/link-context.js';
import { usePageState } from '../shared/router/page-state.js';
import { useOnline } from '../shared/state/use-online.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { ControlMarker, ForeignControl } from './control-marker.js';
import { type Control, kindOf, type View } from './controls.js';
import { Field } from './field.js';
import type { FieldActs } from './field-acts.js';
import { FieldList } from './field-list.js';
import { FillBar } from './fill-bar.js';
import { fillTexts } from './fill-texts.js';
import { InPlaceInput } from './in-place-input.js';
import { About, MoreSheet } from './more-sheet.js';
import { useFilling } from './use-filling.js';

interface Props {
  readonly view: View;
  readonly canFill: boolean;
  readonly back: (() => void) | null;
  readonly refresh: () => Promise<View | undefined>;
  readonly submitted: () => Promise<void>;
  readonly changed: () => Promise<void>;
}

/** Which field is being filled, and whether it is on its page that this happens. */
interface Current {
  readonly componentId: number;
  readonly isOnPage: boolean;
}

/** px; what a field is called stands before it. */
const LABEL_WIDTH = 150;

/** What should be seen of the page when a control is filled in. */
function sightOf({ fileId, page, x, y, attribute }: Control) {
  const before = Math.min(x, LABEL_WIDTH);
  return { fileId, page, x: x - before, y, width: attribute.width + before, height: attribute.height };
}

/** The contract on the desk: every field in its place, and all of them in a row beside it. */
export function FillDesk({ view, canFill, back, refresh, submitted, changed }: Props) {
  const t = useTexts(fillTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const isWide = useWide();
  const isOnline = useOnline();
  const handle = useRef<DocumentHandle>(null);
  const [{ view: mode = 'beside' }, keepState] = usePageState('fill');
  const [current, setCurrent] = useState<Current | null>(null);
  const [sheet, setSheet] = useState<'more' | 'refuse' | null>(null);
  const { key: page, start: firstPage, onPage } = usePageInSight('fill', view.files);

  const goTo = (control: Control, isOnPage = false) => {
    setCurrent({ componentId: control.componentId, isOnPage });
    handle.current?.show(sightOf(control));
  };
  const filling = useFilling({ view, canFill, refresh, submitted, show: goTo });
  const { controls, missing } = filling;
  const index = controls.findIndex(({ componentId }) => componentId === current?.componentId);
  const here = controls[index];

  function step(by: 1 | -1, isOnPage = false) {
    const next = controls[(index + by + controls.length) % controls.length];
    if (next !== undefined) goTo(next, isOnPage && kindOf(next) !== 'picture');
  }

  /** Forward from where one is, and round again. */
  function nextMissing() {
    const later = missing.find((control) => controls.indexOf(control) > index) ?? missing[0];
    if (later !== undefined) goTo(later);
  }

  function open(control: Control) {
    if (!canFill) return;
    if (kindOf(control) === 'check') {
      filling.change(control, filling.contentOf(control) === 'true' ? 'false' : 'true');
    }
    const isOnPage = isWide && !['check', 'picture'].includes(kindOf(control));
    setCurrent({ componentId: control.componentId, isOnPage });
    if (!isWide) handle.current?.show(sightOf(control));
  }

  const acts: FieldActs = {
    change: filling.change,
    leave: filling.leave,
    keepPicture: filling.keepPicture,
    focus(control) {
      if (current?.componentId === control.componentId && !current.isOnPage) return;
      goTo(control);
    },
    next: () => (missing.length === 0 && index === controls.length - 1 ? undefined : step(1)),
  };

  // Whoever comes to fill in finds the first empty field; whoever only reads, the title.
  const first = useRef(canFill ? (missing[0] ?? controls[0]) : undefined);
  const start = useRef(goTo);
  useEffect(() => {
    if (first.current !== undefined) start.current(first.current);
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

  const pictureOf = useCallback(
    (file: DocumentFile, number: number, width: number) =>
      `/pages/picture/${link.linkId}/${file.fileId}/${number}/${width}?v=${file.version}`,
    [link.linkId],
  );
  const over = (at: PagePlace, scale: number) => {
    const file = view.files.find(({ fileId }) => fileId === at.fileId);
    const shown = view.controls
      .filter(({ fileId, page: number }) => fileId === at.fileId && number === at.page)
      .map((control) => {
        const { componentId } = control;
        if (!control.isMine) return <ForeignControl key={componentId} control={control} scale={scale} />;
        const isCurrent = current?.componentId === componentId;
        const common = { control, value: filling.contentOf(control), scale };
        const hasError = filling.errorOf(control) !== null;
        return isCurrent && current.isOnPage && isWide ? (
          <InPlaceInput
            key={componentId}
            {...common}
            hasError={hasError}
            acts={acts}
            step={(_, by) => step(by, true)}
          />
        ) : (
          <ControlMarker
            key={componentId}
            {...common}
            isCurrent={isCurrent}
            hasError={hasError}
            open={open}
          />
        );
      });
    return (
      <>
        {file !== undefined && page === at.key && <TextLayer file={file} page={at.page} />}
        {shown}
      </>
    );
  };

  const document_ = (
    <DocumentView
      files={view.files}
      pictureOf={pictureOf}
      over={over}
      handle={handle}
      onPage={onPage}
      start={firstPage}
      readableZoom={isWide ? 1 : 1.8}
    />
  );
  const notice = canFill ? (isOnline ? null : app.offlineBar) : '';
  const refuse = canFill ? () => setSheet('refuse') : null;
  const focused = current === null || current.isOnPage ? null : current.componentId;
  const isList = mode === 'list';
  return (
    <div className="flex h-full flex-col">
      {canFill && (
        <a
          href="#fields"
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-n-0 focus:p-3 focus:text-small"
        >
          {t.skipToForm}
        </a>
      )}
      <PageHeader
        title={view.title}
        note={<bdi>{canFill ? t.as(view.me.name) : t.from(view.corpName)}</bdi>}
        back={back === null ? null : { label: t.back, run: back }}
        headingRef={heading}
      >
        {canFill && isWide && <SavedNote saving={filling.saving} />}
        {!isWide && (
          <IconButton label={t.more} onPress={() => setSheet('more')}>
            <Ellipsis {...iconSize} />
          </IconButton>
        )}
      </PageHeader>
      {canFill && !isWide && (
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
          <SavedNote saving={filling.saving} />
        </div>
      )}
      {isWide ? (
        <div className="flex min-h-0 flex-1">
          <ThumbnailRail
            label={t.thumbnails}
            files={view.files}
            current={page}
            pictureOf={pictureOf}
            show={({ fileId }, number) =>
              handle.current?.show({ fileId, page: number, x: 0, y: 0, width: 400, height: 400 })
            }
          />
          <main className="min-w-0 flex-1">{document_}</main>
          <aside className="flex w-96 shrink-0 flex-col border-l border-n-200 bg-n-0">
            <div id="fields" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto p-6">
              {canFill && (
                <section aria-label={t.fields} className="mb-8">
                  <p className="figures m-0 mb-4 flex items-baseline justify-between text-desk font-semibold">
                    <span>{t.count(controls.length - emptyCount(), controls.length)}</span>
                    <span className="text-caption font-normal text-n-500">
                      <span className="text-danger">*</span> {t.requiredMark}
                    </span>
                  </p>
                  <FieldList view={view} filling={filling} acts={acts} focused={focused} />
                </section>
              )}
              <About view={view} refuse={refuse} />
            </div>
            {canFill && (
              <div className="border-t border-n-200 px-6 py-4">
                <FillBar
                  filling={filling}
                  deadline={view.deadline}
                  nextMissing={nextMissing}
                  step={null}
                  notice={notice}
                />
              </div>
            )}
          </aside>
        </div>
      ) : (
        <>
          <main className="min-h-0 flex-1">
            {isList ? (
              <div id="fields" tabIndex={-1} className="h-full overflow-y-auto bg-n-0 p-4">
                <FieldList view={view} filling={filling} acts={acts} focused={focused} />
              </div>
            ) : (
              document_
            )}
          </main>
          {canFill && (
            <div className="safe-bottom shrink-0 border-t border-n-200 bg-n-0 px-4 pt-3">
              {!isList && here !== undefined && (
                <div id="fields" tabIndex={-1} className="-mx-1 mb-2 max-h-[40dvh] overflow-y-auto p-1">
                  <Field
                    key={here.componentId}
                    control={here}
                    value={filling.contentOf(here)}
                    error={filling.errorOf(here)}
                    isFocused={focused !== null}
                    acts={acts}
                    aside={t.place(here.page, index + 1, controls.length)}
                  />
                </div>
              )}
              <FillBar
                filling={filling}
                deadline={view.deadline}
                nextMissing={nextMissing}
                step={isList ? null : step}
                notice={notice}
              />
            </div>
          )}
        </>
      )}
      {sheet === 'more' && <MoreSheet view={view} close={() => setSheet(null)} refuse={refuse} />}
      {sheet === 'refuse' && (
        <ReasonSheet
          title={t.refuseTitle}
          consequence={t.refuseConsequence}
          reasons={t.refuseReasons.split('|')}
          act={t.refuseAct}
          close={() => setSheet(null)}
          run={async (reason) => {
            await filling.refuse(reason);
            await changed();
          }}
        />
      )}
    </div>
  );

  function emptyCount(): number {
    return controls.filter((control) => filling.contentOf(control).trim() === '').length;
  }
}
