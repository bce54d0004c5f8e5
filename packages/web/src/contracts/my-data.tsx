import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { onDemand } from '../shared/components/on-demand.js';
import { useTexts } from '../shared/text/language.js';
import { accountTexts } from './account-texts.js';

const ExportSheet = onDemand(async () => ({ default: (await import('./my-data-sheets.js')).ExportSheet }));
const EraseSheet = onDemand(async () => ({ default: (await import('./my-data-sheets.js')).EraseSheet }));
const ConsentsSheet = onDemand(() => import('./consents-sheet.js'));

interface Props {
  readonly entered: EnteredMine;
  /** The data are erased, and the session has ended with them. */
  readonly left: () => void;
}

/** What is stored about the person: a copy of it, the agreements that they have accepted, and the end of it all. */
export function MyDataSection({ entered, left }: Props) {
  const t = useTexts(accountTexts);
  const [open, setOpen] = useState<'export' | 'erase' | 'consents' | null>(null);
  const close = () => setOpen(null);
  return (
    <section className="mt-10" aria-label={t.dataTitle}>
      <h2 className="m-0 mb-3 text-title font-semibold">{t.dataTitle}</h2>
      <div className="rounded-card border border-n-200 bg-n-0 px-4 pt-3 pb-1 lg:px-6">
        <p className="m-0 text-small text-n-600">{t.dataText}</p>
        <div className="-mx-3 flex flex-wrap gap-x-2">
          <Button look="link" small onPress={() => setOpen('export')}>
            {t.dataExport}
          </Button>
          <Button look="link" small onPress={() => setOpen('consents')}>
            {t.dataConsents}
          </Button>
          <Button look="link" small onPress={() => setOpen('erase')}>
            {t.dataErase}
          </Button>
        </div>
      </div>
      {open === 'export' && <ExportSheet entered={entered} close={close} />}
      {open === 'consents' && <ConsentsSheet entered={entered} close={close} />}
      {open === 'erase' && <EraseSheet entered={entered} close={close} left={left} />}
    </section>
  );
}
