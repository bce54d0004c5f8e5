import type { templateDraftList } from '@cinnabar/api/operations/template-drafts.js';
import type { DataOf } from '../../api/wire.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { templatesTexts } from './templates-texts.js';

export type Draft = DataOf<typeof templateDraftList>[number];

/** Drafts of templates that do not exist yet, with who saved them last. */
export function UnpublishedTemplates({ drafts }: { readonly drafts: readonly Draft[] }) {
  const t = useTexts(templatesTexts);
  const { corpId } = useConsole();
  if (drafts.length === 0) return null;
  return (
    <section aria-label={t.goOn} className="mb-6">
      <h2 className="mt-0 mb-2 text-desk font-semibold">{t.goOn}</h2>
      <ul className="m-0 list-none divide-y divide-n-200 rounded-card bg-n-0 p-0 shadow-paper">
        {drafts.map(({ draftId, templateName, by, time, inUse }) => (
          <li key={draftId} className="flex min-h-14 flex-wrap items-center gap-x-4 px-4 py-2">
            <span className="min-w-0 flex-1">
              <bdi className="block text-desk font-medium names">
                {templateName === '' ? t.unnamed : templateName}
              </bdi>
              <span className="figures text-small text-n-500 names">
                {by !== null && time !== null && t.savedBy(by, momentInFigures(time))}
                {inUse && ` · ${t.inUse}`}
              </span>
            </span>
            <ConsoleLink
              href={consoleAddress('consoleTemplateDraft', { corpId, draft: draftId })}
              className="inline-flex min-h-11 items-center rounded-control border border-n-400 bg-n-0 px-3 text-small font-medium text-n-900 no-underline hover:bg-n-50"
            >
              {t.continue}
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
