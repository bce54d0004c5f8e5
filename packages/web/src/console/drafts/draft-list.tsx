import { deleteDraft, draftList } from '@cinnabar/api/operations/workspace.js';
import { ChevronRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { IconButton } from '../../shared/components/button.js';
import { iconSize } from '../../shared/components/icons.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useConsole, useList, useRefresh } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Pager } from '../shell/pager.js';
import { Failed } from '../shell/states.js';
import { DiscardSheet } from './discard-sheet.js';
import { draftListTexts } from './draft-texts.js';

type Listed = DataOf<typeof draftList>[number];

const SIZE = 10;

/** Contracts that the person has begun to write; absent where there are none. */
export default function DraftList({ heading }: { readonly heading: string }) {
  const t = useTexts(draftListTexts);
  const { door } = useConsole();
  const refresh = useRefresh();
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<Listed | null>(null);
  const drafts = useList(draftList, { listPageNo: page, listPageSize: SIZE });
  if (drafts.error !== null && drafts.data === undefined) {
    return <Failed error={drafts.error} retry={() => void drafts.refetch()} what={t.what} />;
  }
  if (drafts.data === undefined || drafts.data.totalCount === 0) return null;
  const { items, totalCount } = drafts.data;
  return (
    <section aria-label={heading} className="mt-8">
      <h2 className="m-0 mb-2 text-desk font-semibold">{heading}</h2>
      <ul className="m-0 list-none divide-y divide-n-200 rounded-card bg-n-0 p-0 shadow-paper">
        {items.map((draft) => (
          <Line key={draft.draftKey} draft={draft} leave={() => setLeaving(draft)} />
        ))}
      </ul>
      {totalCount > SIZE && (
        <Pager isInset page={page} size={SIZE} total={totalCount} isLimited={false} onPage={setPage} />
      )}
      {leaving !== null && (
        <DiscardSheet
          title={leaving.flowTitle}
          discard={async () => {
            await door.act(deleteDraft, { draftKey: leaving.draftKey }, crypto.randomUUID());
            await refresh();
          }}
          close={() => setLeaving(null)}
          done={() => setLeaving(null)}
        />
      )}
    </section>
  );
}

function Line({ draft, leave }: { readonly draft: Listed; readonly leave: () => void }) {
  const t = useTexts(draftListTexts);
  const { language } = useLanguage();
  const { corpId } = useConsole();
  const { draftKey, templateId, step, updateTime, partyNames } = draft;
  const title = draft.flowTitle === '' ? t.untitled : draft.flowTitle;
  const state = {
    way: templateId === null ? ('file' as const) : ('template' as const),
    template: templateId ?? undefined,
    draft: draftKey,
    step,
  };
  const parties = partyNames.join(language === 'zh' ? '、' : ', ');
  return (
    <li className="flex items-center pr-2">
      <ConsoleLink
        href={consoleAddress('consoleNewContract', { corpId }, state)}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-3 px-4 py-2 text-n-900 no-underline hover:bg-n-25"
      >
        <span className="min-w-0 flex-1">
          <bdi className="block text-desk font-medium names">{title}</bdi>
          <span className="block text-small text-n-600 names">
            {templateId === null ? t.fromFile : t.fromTemplate}
            {parties !== '' && (
              <>
                {' · '}
                <bdi>{parties}</bdi>
              </>
            )}
          </span>
          <span className="figures block text-caption text-n-500">
            {t.at(step, momentInFigures(updateTime))}
          </span>
        </span>
        <ChevronRight {...iconSize} className="shrink-0 text-n-400" />
      </ConsoleLink>
      <IconButton label={t.discard(title)} onPress={leave}>
        <Trash2 {...iconSize} />
      </IconButton>
    </li>
  );
}
