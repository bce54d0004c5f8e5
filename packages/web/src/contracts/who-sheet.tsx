import { agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { Consent } from '../shared/consent/consent.js';
import { IdentNumberField } from '../shared/newcomer/ident-number-field.js';
import { isName, numberProblem, plainNumber } from '../shared/newcomer/identity-rules.js';
import { identityTexts } from '../shared/newcomer/identity-texts.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { accountTexts } from './account-texts.js';
import { goToCheck } from './own-check.js';

interface Props {
  readonly entered: EnteredMine;
  readonly title: string;
  /** What the check is for. */
  readonly text: string;
  readonly close: () => void;
}

/** Asks for name and ID document number, which a face check then verifies. */
export function WhoSheet({ entered, title, text, close }: Props) {
  const t = useTexts(accountTexts);
  const app = useTexts(commonTexts);
  const identity = useTexts(identityTexts);
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [accepts, setAccepts] = useState(false);
  const problem = numberProblem(number);
  const going = useMutation({
    mutationFn: () =>
      goToCheck(entered, {
        purpose: 'ownMobile',
        realName: name.trim(),
        identNum: plainNumber(number),
      }),
  });
  return (
    <Sheet
      title={title}
      isOpen
      close={close}
      isHeld={going.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(going.error, app.offlineText)?.words ?? null} />
          <Button
            look="ink"
            wide
            isDisabled={!accepts || !isName(name) || problem !== null}
            busyLabel={going.isPending ? t.goingToFace : null}
            onPress={() => going.mutate()}
          >
            {t.toFace}
          </Button>
        </>
      }
    >
      <p className="m-0 mb-4 text-body text-n-700">{text}</p>
      <TextField
        label={identity.name}
        hint={identity.nameHint}
        value={name}
        onChange={setName}
        autoComplete="name"
        maxLength={60}
      />
      <IdentNumberField value={number} onChange={setNumber} />
      <Consent names={agreementsFor.sayWho} text={t.consent} isGiven={accepts} give={setAccepts} />
    </Sheet>
  );
}
