import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { iconSize } from '../components/icons.js';
import { refusalWords } from '../components/refusal-words.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { AuthorisationRecord } from './authorisation-record.js';
import { AuthoriseSheet } from './authorise-sheet.js';
import { type OpenRecord, RecordSheet } from './record-sheet.js';
import { sealTexts } from './seal-texts.js';
import { type Seal, useAuthorisations, useSealsChanged } from './use-seals.js';

interface Props {
  readonly seal: Seal;
  readonly say: (words: string) => void;
}

/** Authorisations of a seal; those no longer in force come last. */
export function Authorisations({ seal, say }: Props) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  const changed = useSealsChanged();
  const query = useAuthorisations(seal.sealId);
  const [isAdding, setAdding] = useState(false);
  const [opens, setOpens] = useState<OpenRecord | null>(null);
  const records = [...(query.data ?? [])].sort(
    (left, right) => left.status - right.status || right.id - left.id,
  );
  return (
    <section className="rounded-card bg-n-0 p-4 shadow-paper lg:p-6">
      <header className="mb-2 flex items-center justify-between gap-3">
        <h2 className="m-0 text-title font-semibold">{t.authorisations}</h2>
        <Button small look="ink" onPress={() => setAdding(true)}>
          <Plus {...iconSize} />
          {t.authorise}
        </Button>
      </header>
      <ErrorLine text={refusalWords(query.error, app.offlineText)?.words ?? null} />
      {query.data !== undefined && records.length === 0 && (
        <p className="m-0 py-8 text-center text-body text-n-600">{t.authoriseNone}</p>
      )}
      <ul className="m-0 list-none divide-y divide-n-200 p-0">
        {records.map((record) => (
          <AuthorisationRecord key={record.id} record={record} open={setOpens} />
        ))}
      </ul>
      {opens !== null && <RecordSheet opens={opens} close={() => setOpens(null)} say={say} />}
      {isAdding && (
        <AuthoriseSheet
          seal={seal}
          known={records}
          close={() => setAdding(false)}
          added={async () => {
            await changed();
            setAdding(false);
            say(t.given);
          }}
        />
      )}
    </section>
  );
}
