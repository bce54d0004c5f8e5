import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { isName } from '../shared/newcomer/identity-rules.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { accountTexts } from './account-texts.js';
import { goToCheck } from './own-check.js';

/** Corrects the person's name; a face check confirms it. */
export function NameSheet({ entered, close }: { readonly entered: EnteredMine; readonly close: () => void }) {
  const t = useTexts(accountTexts);
  const app = useTexts(commonTexts);
  const [name, setName] = useState('');
  const going = useMutation({
    mutationFn: () => goToCheck(entered, { purpose: 'ownName', realName: name.trim() }),
  });
  return (
    <Sheet
      title={t.wrongNameTitle}
      isOpen
      close={close}
      isHeld={going.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(going.error, app.offlineText)?.words ?? null} />
          <Button
            look="ink"
            wide
            isDisabled={!isName(name)}
            busyLabel={going.isPending ? t.goingToFace : null}
            onPress={() => going.mutate()}
          >
            {t.toFace}
          </Button>
        </>
      }
    >
      <p className="m-0 mb-4 text-body text-n-700">{t.wrongNameText}</p>
      <TextField label={t.rightName} value={name} onChange={setName} autoComplete="name" maxLength={60} />
    </Sheet>
  );
}
