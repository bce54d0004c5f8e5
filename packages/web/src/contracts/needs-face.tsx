import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { StatePage } from '../shared/components/state-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { accountTexts } from './account-texts.js';
import { goToCheck } from './own-check.js';
import { WhoSheet } from './who-sheet.js';

/** After a long absence a face check comes first: the mobile number may belong to somebody else by now. */
export function NeedsFace({ entered }: { readonly entered: EnteredMine }) {
  const t = useTexts(accountTexts);
  const app = useTexts(commonTexts);
  const [isNew, setNew] = useState(false);
  const going = useMutation({ mutationFn: () => goToCheck(entered, { purpose: 'ownReturn' }) });
  return (
    <>
      <StatePage
        icon="blocked"
        title={t.lockedTitle}
        text={t.lockedText}
        action={{
          label: going.isPending ? t.goingToFace : t.toFace,
          run: () => {
            if (!going.isPending) going.mutate();
          },
        }}
        ways={[{ label: t.notThem, run: () => setNew(true) }]}
      >
        <div className="mt-4">
          <ErrorLine text={refusalWords(going.error, app.offlineText)?.words ?? null} />
        </div>
      </StatePage>
      {isNew && (
        <WhoSheet entered={entered} title={t.notThem} text={t.newcomerText} close={() => setNew(false)} />
      )}
    </>
  );
}
