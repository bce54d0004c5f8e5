import { readTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import { templateInfo } from '@cinnabar/api/operations/templates.js';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Canvas } from '../canvas/canvas.js';
import type { CanvasHandle } from '../canvas/canvas-handle.js';
import { CopyPagesSheet } from '../canvas/copy-pages-sheet.js';
import { suggestionActs } from '../canvas/suggestions/suggestion-acts.js';
import { SuggestionsPane } from '../canvas/suggestions/suggestions-pane.js';
import { usePageGuides } from '../canvas/use-page-guides.js';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { onDemand } from '../shared/components/on-demand.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { useWide } from '../shared/components/use-wide.js';
import { topOf } from '../shared/document/document-handle.js';
import type { PagePlace } from '../shared/document/layout.js';
import { useDesk } from '../shared/state/use-desk.js';
import { useUndoKeys } from '../shared/state/use-undo-keys.js';
import { useTexts } from '../shared/text/language.js';
import { canvasControls, clipboardTextOf, isRepeatable } from './canvas-bridge.js';
import { CheckList } from './check-list.js';
import { checksOf } from './checks.js';
import type { Command } from './commands.js';
import { type Control, type Design, readDesign, UNPLACED } from './design.js';
import { type OpenedDraft, useDesignerDoor } from './designer-door.js';
import { DesignerHeader, DesignerNotices } from './designer-header.js';
import type { DesignerSheet } from './designer-sheets.js';
import { type DesignerEffect, designer, firstState } from './designer-state.js';
import { designerTexts } from './designer-texts.js';
import { draftOfDetail } from './detail-to-draft.js';
import { aligned } from './difference.js';
import { FirstFile } from './first-file.js';
import { makeKey } from './make-key.js';
import { PartiesPane } from './parties-pane.js';
import { PhoneDesk } from './phone-desk.js';
import { placeholderTexts } from './placeholder-texts.js';
import { withFiles } from './placeholders.js';
import { acceptedControls } from './proposals.js';
import { copiedToPages } from './reported.js';
import { SelectedPane } from './selected-pane.js';
import { isInSidePane, type Panel, SidePane } from './side-pane.js';
import { ThumbnailsPane } from './thumbnails-pane.js';
import { ToolsPane } from './tools-pane.js';
import { Tray } from './tray.js';
import type { Uploaded } from './uploaded.js';
import { useAnchoring } from './use-anchoring.js';
import { useCanvasCommands } from './use-canvas-commands.js';
import { useDrawnDefaults } from './use-drawn-defaults.js';
import { useFilePages } from './use-file-pages.js';
import { useKeptDesign } from './use-kept-design.js';
import { missingKeywords, useKeywordHits } from './use-keyword-hits.js';
import { useScans } from './use-scans.js';
import { useSuggestions } from './use-suggestions.js';
import { useUndrawable } from './use-undrawable.js';

const BlocksPane = onDemand(() => import('./blocks-pane.js'));
const ChooseDifferences = onDemand(() => import('./choose-differences.js'));
const DesignerSheets = onDemand(() => import('./designer-sheets.js'));
const ListPane = onDemand(() => import('./list-pane.js'));
const VersionsPane = onDemand(() => import('./versions-pane.js'));

interface Props {
  readonly opened: OpenedDraft;
  /** Opens the draft anew, in another's place if somebody else is editing it. */
  readonly reopen: (takeOver: boolean) => void;
}

/** The designer of one template: parties and tools, pages, properties and versions. */
export function DesignerDesk({ opened, reopen }: Props) {
  const t = useTexts(designerTexts);
  const words = useTexts(placeholderTexts);
  const door = useDesignerDoor();
  const isWide = useWide();
  const handle = useRef<CanvasHandle | null>(null);
  const isReader = opened.inUse || !isWide;
  const [first] = useState(() => readDesign(opened.draft, makeKey));
  const perform = (effect: DesignerEffect) => {
    if (effect.kind === 'reveal') {
      const place = controls.find(({ key }) => key === effect.key);
      if (place === undefined || !effect.keepsPane || !isInSidePane(document.activeElement))
        return handle.current?.reveal(effect.key);
      return handle.current?.show(place);
    }
    const file = pages.shown.find(({ fileId }) => fileId === effect.page.file);
    if (file !== undefined) handle.current?.show(topOf(file, effect.page.page));
  };
  const [state, send] = useDesk(designer, () => firstState(first), perform);
  const { history, selection } = state;
  const { design } = history.now;
  const pages = useFilePages(design.files);
  const { guides } = door;
  const guidesOf = usePageGuides({
    ...{ scope: door.scope, files: pages.shown },
    inSight: isReader || state.page === null ? null : { fileId: state.page.file, page: state.page.page },
    read: useCallback(
      ({ fileId, page }) => guides(design.files.find(({ key }) => key === fileId)?.fileUrl ?? '', page),
      [guides, design.files],
    ),
  });
  const kept = useKeptDesign({ opened, design, first, isReader });
  const { updateTime, setUpdateTime } = kept;
  const [sheet, setSheet] = useState<DesignerSheet | null>(null);
  const [changed, setChanged] = useState<{ readonly theirs: Design; readonly updateTime: string } | null>(
    null,
  );
  const [panel, setPanel] = useState<Panel>('properties');
  const [timesOpened, setTimesOpened] = useState(0);
  const party = design.parties.find(({ key }) => key === state.party);
  const file = design.files.find(({ key }) => key === state.page?.file) ?? design.files[0];
  const run = useCallback(
    (command: Command, kind = '') => send({ type: 'did', command, merging: { kind, at: performance.now() } }),
    [send],
  );
  // Whoever goes on with a template that has been published asks for suggestions, and is not shown them at once.
  const areSuggested = opened.templateId === null || panel === 'suggestions';
  const { draftId } = opened;
  const asked = useSuggestions({ design, chosen: state.party, draftId, isReader, isShown: areSuggested });
  const { suggestions, suggested } = asked;
  const suggesting = suggestionActs({
    keys: suggestions.map(({ control }) => control.key),
    add: (keys) => {
      const taken = suggestions.filter(({ control }) => keys.includes(control.key));
      const command = { type: 'controlsAdded', controls: acceptedControls(design, taken) } as const;
      send({ type: 'did', command, select: keys });
    },
    dismissed: asked.dismiss,
    show: (key) => send({ type: 'shown', key }),
  });
  const acts = useCanvasCommands({
    ...{ design, party, file, handle, send, suggesting, shown: pages.shown },
    unknownParty: (text, at, flags) => setSheet({ kind: 'heir', text, at, flags }),
  });
  const hitsOf = useKeywordHits(design, isReader);
  const anchoring = useAnchoring(design, run);
  const undrawable = useUndrawable(design, isReader);
  const scans = useScans(design, isReader);
  const drawn = useDrawnDefaults(design, file, isWide);
  const checks = useMemo(() => {
    const sizes = new Map(pages.shown.map(({ fileId, pages: all }) => [fileId, all]));
    const sizeOf = (key: number, page: number) => sizes.get(key)?.[page - 1];
    const keywordMissing = missingKeywords(design, hitsOf);
    return checksOf(design, { sizeOf, undrawable, keywordMissing, scans });
  }, [design, pages.shown, hitsOf, undrawable, scans]);
  const mistakes = checks.filter(({ isMistake }) => isMistake);
  const standings = useMemo(() => {
    const found = new Map<string, 'mistake' | 'warning'>();
    for (const { key, isMistake } of checks.toReversed())
      if (key !== null) found.set(key, isMistake ? 'mistake' : 'warning');
    return found;
  }, [checks]);
  const controls = useMemo(
    () => [...canvasControls(design, standings, drawn), ...(areSuggested ? suggested : [])],
    [design, standings, drawn, areSuggested, suggested],
  );
  const parties = useMemo(() => design.parties.map(({ flag }) => ({ name: flag })), [design.parties]);
  const unplaced = design.controls.filter(({ page }) => page === UNPLACED);
  const undo = useCallback(() => !isReader && send({ type: 'undone' }), [send, isReader]);
  const redo = useCallback(() => !isReader && send({ type: 'redone' }), [send, isReader]);
  useUndoKeys({ undo, redo });
  const seen = useCallback(
    ({ fileId, page }: PagePlace) => send({ type: 'pageSeen', page: { file: fileId, page } }),
    [send],
  );
  const addFiles = (uploaded: readonly Uploaded[]) => {
    const designs = [...history.past, history.now, ...history.future].map((each) => each.design);
    const { initiator } = words;
    const added = withFiles(design, uploaded, { designs, initiator, makeKey });
    run({ type: 'replaced', design: added.design });
    const { brought } = added;
    if (brought.controls + brought.unreadable.length > 0) setSheet({ kind: 'placeholders', brought });
  };
  const templateChanged = async () => {
    const { templateId } = opened;
    if (templateId === null) return reopen(false);
    const detail = await door.call(templateInfo, { templateId, templateType: '1' });
    setSheet(null);
    setChanged({
      theirs: aligned(readDesign(draftOfDetail(detail), makeKey), design),
      updateTime: detail.updateTime,
    });
  };
  const place = (control: Control) => {
    const at = handle.current?.middle();
    if (at == null) return;
    const move = {
      key: control.key,
      file: at.fileId,
      page: at.page,
      x: Math.max(0, Math.round(at.x)),
      y: Math.max(0, Math.round(at.y)),
    };
    send({ type: 'did', command: { type: 'controlsMoved', moves: [move] }, select: [control.key] });
  };
  const keepBlock =
    isReader || door.blocks === null
      ? null
      : (keys: readonly Control['key'][]) => setSheet({ kind: 'keepBlock', keys });
  const one = design.controls.find(({ key }) => selection.includes(key));
  const { conflict } = kept;
  const header = (
    <DesignerHeader
      name={design.name}
      back={door.leave === null ? null : () => void kept.flush().then(() => door.leave?.(opened.templateId))}
      saving={kept.saving}
      undo={history.past.length === 0 ? null : undo}
      redo={history.future.length === 0 ? null : redo}
      edits={
        isReader
          ? null
          : {
              settings: () => setSheet({ kind: 'settings' }),
              publish: () => setSheet({ kind: 'publish' }),
              preview: design.files.length === 0 ? null : () => setSheet({ kind: 'preview' }),
              // A link to a template does not start contracts.
              trial: door.seesUse && design.files.length > 0 ? () => setSheet({ kind: 'trial' }) : null,
              mistakes: design.files.length === 0 ? 0 : mistakes.length,
              showChecks: () => setPanel('checks'),
            }
      }
    />
  );
  const above = <DesignerNotices opened={opened} takeOver={isWide ? () => reopen(true) : null} />;
  if (!isWide) {
    const { templateId } = opened;
    return <PhoneDesk {...{ header, above, design, templateId }} mistakes={mistakes.length} />;
  }
  return (
    <DeskLayout
      header={header}
      above={above}
      before={
        <aside aria-label={t.tools} className="w-72 shrink-0 overflow-y-auto border-r border-n-200 bg-n-25">
          <PartiesPane
            design={design}
            chosen={state.party}
            isReader={isReader}
            send={send}
            edit={(each) => setSheet({ kind: 'party', party: each })}
            remove={(each) => setSheet({ kind: 'removeParty', party: each })}
          />
          {!isReader && design.files.length > 0 && (
            <ToolsPane
              {...{ design, party, file }}
              isReady={pages.isReady && state.page !== null}
              add={acts.add}
              drag={acts.drag}
            />
          )}
          {!isReader && door.blocks !== null && design.files.length > 0 && party !== undefined && (
            <BlocksPane
              isReady={pages.isReady && state.page !== null}
              put={({ content }) => acts.putBlock(content)}
              open={(kind, block) => setSheet({ kind, block })}
            />
          )}
          <Tray unplaced={unplaced} place={isReader ? null : place} />
          {pages.shown.length > 0 && (
            <ThumbnailsPane
              {...{ design, standings }}
              files={pages.shown}
              current={state.page}
              pictureOf={pages.pictureOf}
              show={(shown, page) => handle.current?.show(topOf(shown, page))}
            />
          )}
        </aside>
      }
      after={
        <SidePane
          panel={panel}
          choose={setPanel}
          timesOpened={timesOpened}
          leave={() => selection[0] !== undefined && handle.current?.reveal(selection[0])}
          counts={{ list: design.controls.length, checks: checks.length, suggestions: asked.count }}
        >
          {panel === 'checks' ? (
            <CheckList checks={checks} reveal={(key) => send({ type: 'shown', key })} />
          ) : panel === 'list' ? (
            <ListPane
              {...{ design, selection, checks, isReader, handle, acts, anchoring, keepBlock }}
              files={pages.shown}
            />
          ) : panel === 'suggestions' ? (
            <SuggestionsPane
              {...{ ...asked, ...suggesting }}
              files={design.files.map(({ key: fileId, fileName }) => ({ fileId, fileName }))}
              hasParties={design.parties.length > 0}
              page={state.page === null ? null : { fileId: state.page.file, page: state.page.page }}
              reveal={(key) => send({ type: 'shown', key })}
            />
          ) : panel === 'versions' ? (
            <VersionsPane
              templateId={opened.templateId}
              design={design}
              restore={isReader ? null : (restored) => run({ type: 'replaced', design: restored })}
            />
          ) : (
            <SelectedPane
              {...{ design, selection, isReader, acts, run, suggesting, hitsOf, anchoring, keepBlock }}
              suggestion={suggested.find(({ key }) => selection[0] === key)}
              copyTo={() => setSheet({ kind: 'copy' })}
            />
          )}
        </SidePane>
      }
      over={
        <>
          {sheet !== null && conflict === null && (
            <DesignerSheets
              {...{ sheet, design, opened, updateTime, run, addFiles }}
              mistakes={mistakes.length}
              reveal={(key) => send({ type: 'shown', key })}
              showChecks={() => setPanel('checks')}
              save={kept.saveForPublication}
              paste={acts.paste}
              open={setSheet}
              changed={() => void templateChanged()}
              close={() => setSheet(null)}
            />
          )}
          {sheet?.kind === 'copy' && one !== undefined && (
            <CopyPagesSheet
              pages={pages.shown.find(({ fileId }) => fileId === one.file)?.pages ?? []}
              own={one.page}
              canRepeat={design.controls.some((each) => selection.includes(each.key) && isRepeatable(each))}
              copy={(to, isSameValue) => {
                acts.did(copiedToPages(acts.desk, selection, { pages: to, isSameValue }));
                setSheet(null);
              }}
              close={() => setSheet(null)}
            />
          )}
          {conflict !== null && (
            <ChooseDifferences
              title={conflict.isGone ? t.changedTitle : t.conflictTitle}
              base={conflict.base}
              mine={design}
              theirs={conflict.theirs}
              merge={(merged) =>
                void resumeAfter(conflict.opened).then((held) => {
                  kept.resume(held, conflict.theirs);
                  setSheet(null);
                  run({ type: 'replaced', design: merged });
                })
              }
              close={() => reopen(false)}
            />
          )}
          {changed !== null && (
            <ChooseDifferences
              title={t.changedTitle}
              base={null}
              mine={design}
              theirs={changed.theirs}
              merge={(merged) => {
                run({ type: 'replaced', design: merged });
                setUpdateTime(changed.updateTime);
                setChanged(null);
              }}
              close={() => setChanged(null)}
            />
          )}
        </>
      }
    >
      {design.files.length === 0 ? (
        <FirstFile isReader={isReader} done={addFiles} />
      ) : !pages.isReady ? (
        <PageSkeleton shape="desk" />
      ) : (
        <Canvas
          files={pages.shown}
          pictureOf={pages.pictureOf}
          controls={controls}
          parties={parties}
          selection={selection}
          send={(command) => {
            acts.perform(command);
            if (command.type !== 'open') return;
            setPanel('properties');
            setTimesOpened((before) => before + 1);
          }}
          handle={handle}
          selects="many"
          isReadOnly={isReader}
          focusKey={state.focusKey}
          clipboardText={(keys) => clipboardTextOf(design, keys)}
          onPage={seen}
          guidesOf={guidesOf}
        />
      )}
    </DeskLayout>
  );

  /** The draft as it is held now; taken over from whoever saved it. */
  async function resumeAfter({ draftId, templateId }: OpenedDraft): Promise<OpenedDraft> {
    const named = templateId === null ? { draftId } : { templateId };
    return door.call(readTemplateDraft, { ...named, takeOver: true });
  }
}
