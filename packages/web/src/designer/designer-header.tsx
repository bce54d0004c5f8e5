import { Redo2, Settings, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { PageHeader } from '../shared/components/page-header.js';
import { SavedNote } from '../shared/draft/saved-note.js';
import type { Saving } from '../shared/draft/saving.js';
import { momentInFigures } from '../shared/format/dates.js';
import { useOnline } from '../shared/state/use-online.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import type { OpenedDraft } from './designer-door.js';
import { designerTexts } from './designer-texts.js';

interface Props {
  readonly name: string;
  /** null: there is no page to go back to. */
  readonly back: (() => void) | null;
  readonly saving: Saving;
  /** null while there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  /** null for whoever reads along, and on phones. */
  readonly edits: {
    readonly settings: () => void;
    readonly publish: () => void;
    /** null without a file. */
    readonly preview: (() => void) | null;
    readonly trial: (() => void) | null;
    /** Number of mistakes; 0 also before there is a file. */
    readonly mistakes: number;
    readonly showChecks: () => void;
  } | null;
}

/** Name, state of saving, undo and the acts on the whole template. */
export function DesignerHeader({ name, back, saving, undo, redo, edits }: Props) {
  const t = useTexts(designerTexts);
  const isOnline = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t.title(name);
  }, [t, name]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <PageHeader
      title={name === '' ? t.untitled : name}
      note={null}
      back={back === null ? null : { label: t.back, run: back }}
      headingRef={heading}
    >
      {edits !== null && (
        <>
          <SavedNote saving={saving} />
          <IconButton label={t.undo} onPress={() => undo?.()} isDisabled={undo === null}>
            <Undo2 {...iconSize} />
          </IconButton>
          <IconButton label={t.redo} onPress={() => redo?.()} isDisabled={redo === null}>
            <Redo2 {...iconSize} />
          </IconButton>
          <IconButton label={t.settings} onPress={edits.settings}>
            <Settings {...iconSize} />
          </IconButton>
          {edits.mistakes > 0 && (
            <Button small look="quiet" onPress={edits.showChecks}>
              <span className="figures text-warning">{t.fixed(edits.mistakes)}</span>
            </Button>
          )}
          <Button small isDisabled={edits.preview === null} onPress={() => edits.preview?.()}>
            {t.preview}
          </Button>
          {edits.trial !== null && (
            <Button small onPress={edits.trial}>
              {t.trial}
            </Button>
          )}
          <Button small look="binding" isDisabled={!isOnline} onPress={edits.publish}>
            {t.publish}
          </Button>
        </>
      )}
    </PageHeader>
  );
}

interface NoticeProps {
  readonly opened: OpenedDraft;
  /** null on phones. */
  readonly takeOver: (() => void) | null;
}

/** That the connection is gone, or that somebody else is editing. */
export function DesignerNotices({ opened, takeOver }: NoticeProps) {
  const t = useTexts(designerTexts);
  const app = useTexts(commonTexts);
  const isOnline = useOnline();
  return (
    <>
      {!isOnline && (
        <p role="status" className="m-0 bg-warning-tint px-4 py-2 text-center text-small text-warning">
          {app.offlineBar}
        </p>
      )}
      {opened.inUse && (
        <p
          role="status"
          className="figures m-0 flex flex-wrap items-center justify-center gap-3 bg-info-tint px-4 py-1 text-small text-info names"
        >
          {t.reads(opened.by ?? '', opened.time === null ? '' : momentInFigures(opened.time))}
          {takeOver !== null && (
            <Button small onPress={takeOver}>
              {t.takeOver}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
