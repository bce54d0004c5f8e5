import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { FormPage } from '../components/form-page.js';
import { TextField } from '../components/text-field.js';
import { Consent } from '../consent/consent.js';
import { consentTexts } from '../consent/consent-texts.js';
import { isSandbox } from '../state/sandbox.js';
import { useTexts } from '../text/language.js';
import { isName, numberProblem, plainNumber } from './identity-rules.js';
import { identityTexts } from './identity-texts.js';

export interface GivenIdentity {
  readonly realName: string;
  readonly identNum: string;
}

interface Props {
  readonly lead: string;
  readonly step: readonly [number, number];
  readonly back: (() => void) | null;
  /** Whether this step submits the check or another step follows. */
  readonly isLast: boolean;
  readonly isBusy: boolean;
  readonly failure: { readonly field: string | null; readonly words: string } | null;
  readonly go: (identity: GivenIdentity) => void;
  /** Alternative to this step. */
  readonly instead?: ReactNode;
}

/** Real-name verification: name and ID document number, with separate consent to each use of them. */
export function IdentityForm({ lead, step, back, isLast, isBusy, failure, go, instead }: Props) {
  const t = useTexts(identityTexts);
  const consents = useTexts(consentTexts);
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [left, setLeft] = useState({ name: false, number: false });
  const [mayCollect, setMayCollect] = useState(false);
  const [accepts, setAccepts] = useState(false);
  const problem = numberProblem(number);
  const given = mayCollect && accepts;
  const words = { form: t.numberForm, check: t.numberWrong };
  const ofField = (field: string) => (failure?.field === field ? failure.words : null);
  const nameError = left.name && name !== '' && !isName(name) ? t.nameForm : ofField('realName');
  const numberError = left.number && number !== '' && problem !== null ? words[problem] : ofField('identNum');
  const general = failure !== null && !['realName', 'identNum'].includes(failure.field ?? '');
  function submit() {
    setLeft({ name: true, number: true });
    if (!isBusy && given && isName(name) && problem === null) {
      go({ realName: name.trim(), identNum: plainNumber(number) });
    }
  }
  return (
    <FormPage
      title={t.title}
      lead={lead}
      step={step}
      back={back}
      submit={submit}
      footer={
        <>
          <ErrorLine text={general ? failure.words : null} />
          <Button
            type="submit"
            look="ink"
            wide
            isDisabled={!given || !isName(name) || number === ''}
            busyLabel={isBusy ? t.checking : null}
          >
            {isLast ? t.check : t.next}
          </Button>
          <p className="m-0 mt-2 min-h-5 text-center text-small text-n-500">
            {given ? null : consents.first}
          </p>
          {instead}
        </>
      }
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        value={name}
        onChange={setName}
        onBlur={() => setLeft((now) => ({ ...now, name: true }))}
        error={nameError}
        autoComplete="name"
        maxLength={60}
        enterKeyHint="next"
      />
      <TextField
        label={t.number}
        {...(isSandbox ? { hint: t.sandboxNumber } : {})}
        value={number}
        onChange={setNumber}
        onBlur={() => setLeft((now) => ({ ...now, number: true }))}
        error={numberError}
        isFine={problem === null}
        isNumber
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        enterKeyHint="done"
      />
      <div className="mt-2">
        <Consent
          names={['identityCheck']}
          text={t.consentIdentity}
          isGiven={mayCollect}
          give={setMayCollect}
        />
        <Consent
          names={['electronicSignature', 'certificateRequest']}
          text={t.consentSigning}
          isGiven={accepts}
          give={setAccepts}
        />
      </div>
    </FormPage>
  );
}
