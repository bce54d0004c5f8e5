import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { useTexts } from '../shared/text/language.js';
import { accountTexts } from './account-texts.js';
import { ChangeMobileSheet } from './change-mobile-sheet.js';
import { NameSheet } from './name-sheet.js';
import { WhoSheet } from './who-sheet.js';

interface Props {
  readonly entered: EnteredMine;
  /** The person continues in another session. */
  readonly changed: (entered: EnteredMine) => void;
}

/** Name and mobile number of the person, and how to change them. */
export function MyAccountSection({ entered, changed }: Props) {
  const t = useTexts(accountTexts);
  const [open, setOpen] = useState<'mobile' | 'name' | 'other' | null>(null);
  const close = () => setOpen(null);
  const { canShowFace, realName } = entered;
  return (
    <section className="mt-10" aria-label={t.title}>
      <h2 className="m-0 mb-3 text-title font-semibold">{t.title}</h2>
      <div className="rounded-card border border-n-200 bg-n-0 px-4 pt-1 pb-1 lg:px-6">
        <p className="figures m-0 mt-2 text-body font-medium">{entered.mobile}</p>
        <p className="m-0 mt-1 text-small text-n-600">
          <bdi>{realName === null ? t.notProven : t.provenAs(realName)}</bdi>
        </p>
        <div className="-mx-3 flex flex-wrap gap-x-2">
          <Button look="link" small onPress={() => setOpen('mobile')}>
            {t.changeMobile}
          </Button>
          {canShowFace && (
            <Button look="link" small onPress={() => setOpen('other')}>
              {t.foundTitle}
            </Button>
          )}
          {canShowFace && realName !== null && (
            <Button look="link" small onPress={() => setOpen('name')}>
              {t.wrongName}
            </Button>
          )}
        </div>
      </div>
      {open === 'mobile' && <ChangeMobileSheet entered={entered} close={close} changed={changed} />}
      {open === 'other' && (
        <WhoSheet entered={entered} title={t.foundTitle} text={t.foundText} close={close} />
      )}
      {open === 'name' && <NameSheet entered={entered} close={close} />}
    </section>
  );
}
