import { ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useTexts } from '../../shared/text/language.js';
import { Choices } from '../shell/choices.js';
import { useConsole } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { templatesTexts } from './templates-texts.js';

const sheets = {
  import: onDemand(() => import('./import-sheet.js')),
  samples: onDemand(() => import('./samples-sheet.js')),
} as const;

/** A new template from an upload, and further ways to one. */
export function NewTemplate() {
  const t = useTexts(templatesTexts);
  const { corpId } = useConsole();
  const [sheet, setSheet] = useState<keyof typeof sheets | null>(null);
  const Shown = sheet === null ? null : sheets[sheet];
  return (
    <span className="inline-flex items-center gap-1">
      <ConsoleLink
        href={consoleAddress('consoleTemplateDraft', { corpId, draft: 'new' })}
        className="inline-flex min-h-11 items-center gap-2 rounded-control bg-n-900 px-4 text-small font-medium text-n-0 no-underline hover:bg-n-800"
      >
        <Plus {...smallIcon} />
        {t.create}
      </ConsoleLink>
      <Choices
        label={t.createOtherwise}
        icon={<ChevronDown {...iconSize} />}
        choices={[
          { id: 'samples', words: t.fromSample, run: () => setSheet('samples') },
          { id: 'import', words: t.importFile, run: () => setSheet('import') },
        ]}
      />
      {Shown !== null && <Shown close={() => setSheet(null)} />}
    </span>
  );
}
