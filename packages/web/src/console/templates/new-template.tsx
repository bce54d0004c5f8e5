import { Plus } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { templatesTexts } from './templates-texts.js';

export function NewTemplate() {
  const t = useTexts(templatesTexts);
  const { corpId } = useConsole();
  return (
    <ConsoleLink
      href={consoleAddress('consoleTemplateDraft', { corpId, draft: 'new' })}
      className="inline-flex min-h-11 items-center gap-2 rounded-control bg-n-900 px-4 text-small font-medium text-n-0 no-underline hover:bg-n-800"
    >
      <Plus {...smallIcon} />
      {t.create}
    </ConsoleLink>
  );
}
