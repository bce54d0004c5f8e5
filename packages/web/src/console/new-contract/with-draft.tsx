import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { iconSize } from '../../shared/components/icons.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { forgetCopy, keepCopy, keptCopy } from './draft-copy.js';
import { newTexts } from './new-texts.js';
import { readDoubtfulDraft, readDraft } from './read-draft.js';
import type { Known } from './reconcile-draft.js';
import { type DraftHandle, useDraft } from './use-draft.js';

interface Props {
  readonly templateId: number | null;
  readonly children: (handle: DraftHandle) => ReactNode;
}

/** The choice between files and templates, which begins a new draft. */
const noDraft = { draft: undefined, step: undefined, way: undefined, template: undefined };

/** The draft that the address names, or a new one, which gets into the address with the first input. */
export function WithDraft({ templateId, children }: Props) {
  const [{ draft: named }] = usePageState('consoleNewContract');
  const [fresh, setFresh] = useState(() => crypto.randomUUID());
  // After another draft was opened and left, its key is not used again.
  const [before, setBefore] = useState(named);
  if (before !== named) {
    setBefore(named);
    if (named === undefined) setFresh(crypto.randomUUID());
  }
  const draftKey = named ?? fresh;
  return draftKey === fresh ? (
    <Draft
      key={draftKey}
      draftKey={draftKey}
      templateId={templateId}
      known={null}
      reload={() => setFresh(crypto.randomUUID())}
    >
      {children}
    </Draft>
  ) : (
    <Stored key={draftKey} draftKey={draftKey} templateId={templateId}>
      {children}
    </Stored>
  );
}

function Stored({ draftKey, templateId, children }: Props & { readonly draftKey: string }) {
  const t = useTexts(newTexts);
  const { corpId, door } = useConsole();
  const [revision, setRevision] = useState(0);
  const stored = useQuery({
    queryKey: ['draft', corpId, draftKey, revision],
    queryFn: () =>
      keptCopy(corpId, draftKey)?.version === 0
        ? readDoubtfulDraft(door, draftKey)
        : readDraft(door, draftKey),
    // What is typed here counts from now on, until another window has saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (stored.data === null && keptCopy(corpId, draftKey) === null) return <Gone />;
  if (stored.data !== undefined) {
    return (
      <Draft
        key={revision}
        draftKey={draftKey}
        templateId={templateId}
        known={stored.data}
        reload={() => setRevision(revision + 1)}
      >
        {children}
      </Draft>
    );
  }
  if (stored.error !== null) {
    return <Failed error={stored.error} retry={() => void stored.refetch()} what={t.drafts} />;
  }
  return <RowsSkeleton rows={4} />;
}

function Gone() {
  const t = useTexts(newTexts);
  const [, keep] = usePageState('consoleNewContract');
  return (
    <Empty text={t.gone}>
      <Button onPress={() => keep(noDraft)}>{t.toStart}</Button>
    </Empty>
  );
}

interface DraftProps extends Props {
  readonly draftKey: string;
  readonly known: Known | null;
  readonly reload: () => void;
}

function Draft({ draftKey, templateId, known, reload, children }: DraftProps) {
  const t = useTexts(newTexts);
  const { corpId } = useConsole();
  const [{ draft: named }, keep] = usePageState('consoleNewContract');
  const handle = useDraft({ draftKey, templateId, known });
  const { conflict } = handle;
  const change: DraftHandle['change'] = (make) => {
    handle.change(make);
    if (named === undefined) keep({ draft: draftKey });
  };
  if (conflict === null) return children({ ...handle, change });
  const keepMine = () => {
    const copied = crypto.randomUUID();
    keepCopy(corpId, copied, { version: 0, draft: conflict.mine, sent: null });
    forgetCopy(corpId, draftKey);
    keep({ draft: copied });
  };
  const takeOther = () => {
    forgetCopy(corpId, draftKey);
    if (conflict.kind === 'overtaken') reload();
    else keep(noDraft);
  };
  return (
    <div role="alert" className="rounded-card bg-warning-tint p-4 lg:p-6">
      <p className="m-0 flex items-start gap-2 text-desk font-medium text-warning">
        <TriangleAlert {...iconSize} className="shrink-0" />
        {t[conflict.kind]}
      </p>
      <p className="mt-1 mb-4 pl-7 text-small text-n-900">{t.conflictText}</p>
      <div className="flex flex-wrap gap-2 pl-7">
        <Button look="ink" onPress={takeOther}>
          {conflict.kind === 'overtaken' ? t.takeNewer : t.toStart}
        </Button>
        <Button onPress={keepMine}>{t.keepMine}</Button>
      </div>
    </div>
  );
}
