import { setSettings, settings } from '@cinnabar/api/operations/enterprise.js';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { LinesField, linesIn } from '../../shared/components/lines-field.js';
import { refusalWords } from '../../shared/components/refusal-words.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk } from '../shell/console-context.js';
import { shellTexts } from '../shell/shell-texts.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { developerTexts } from './developer-texts.js';

/** The sites that may show pages of the enterprise within their own. */
export default function EmbedTab() {
  const t = useTexts(developerTexts);
  const asked = useAsk(settings, {});
  if (asked.error !== null) {
    return <Failed error={asked.error} retry={() => void asked.refetch()} what={t.what} />;
  }
  if (asked.data === undefined) return <RowsSkeleton rows={2} />;
  return <Origins origins={asked.data.embedOrigins} />;
}

function Origins({ origins }: { readonly origins: readonly string[] }) {
  const t = useTexts(developerTexts);
  const shell = useTexts(shellTexts);
  const [text, setText] = useState(origins.join('\n'));
  const saving = useAct(setSettings);
  const refused = refusalWords(saving.error, shell.offlineText);
  return (
    <div className="max-w-[640px] px-4 py-4 lg:px-6">
      <p className="mt-0 mb-4 text-body text-n-700">{t.originsText}</p>
      <LinesField label={t.origins} hint={t.originsHint} value={text} onChange={setText} />
      <ErrorLine text={refused?.words ?? null} />
      <p role="status" className="m-0 mb-2 text-small text-success empty:hidden">
        {saving.isSuccess ? t.saved : ''}
      </p>
      <Button
        look="ink"
        busyLabel={saving.isPending ? t.working : null}
        onPress={() => saving.mutate({ embedOrigins: linesIn(text) })}
      >
        {t.save}
      </Button>
    </div>
  );
}
