import { isCreditCode } from '@cinnabar/api/check-digits.js';
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { registerCorp } from '@cinnabar/api/pages/newcomer.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../components/button.js';
import { CheckField } from '../components/check-field.js';
import { ErrorLine } from '../components/error-line.js';
import { FormPage } from '../components/form-page.js';
import { refusalWords } from '../components/refusal-words.js';
import { TextField } from '../components/text-field.js';
import { Consent } from '../consent/consent.js';
import { consentTexts } from '../consent/consent-texts.js';
import { useLink } from '../link/link-context.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { enterpriseTexts } from './enterprise-texts.js';
import { numberProblem, plainNumber } from './identity-rules.js';
import { identityTexts } from './identity-texts.js';

interface Props {
  /** As named in the contract; empty if the contract names none. */
  readonly corpName: string;
  readonly step: readonly [number, number];
  readonly back: (() => void) | null;
  readonly changed: () => Promise<void>;
  readonly joinInstead: (() => void) | null;
}

const fields = ['corpName', 'corpCode', 'legalRepName', 'legalRepIdentNo', 'legalRepMobile'];

/** Registers an enterprise: the registry verifies it, and the person who registers it becomes its owner. */
export function RegistrationForm({ corpName, step, back, changed, joinInstead }: Props) {
  const t = useTexts(enterpriseTexts);
  const identity = useTexts(identityTexts);
  const app = useTexts(commonTexts);
  const consents = useTexts(consentTexts);
  const link = useLink();
  const [name, setName] = useState(corpName);
  const [code, setCode] = useState('');
  const [legal, setLegal] = useState('');
  const [legalNumber, setLegalNumber] = useState('');
  const [left, setLeft] = useState<readonly string[]>([]);
  const [isLegal, setIsLegal] = useState(false);
  const [mobile, setMobile] = useState('');
  const [wantsSeal, setWantsSeal] = useState(true);
  const [accepts, setAccepts] = useState(false);
  const registering = useMutation({
    mutationFn: () =>
      link.call(registerCorp, {
        corpName: name.trim(),
        corpCode: plainNumber(code),
        legalRepName: legal.trim(),
        legalRepIdentNo: plainNumber(legalNumber),
        ...(isLegal ? {} : { legalRepMobile: plainNumber(mobile) }),
        ...(wantsSeal ? { sealName: t.sealName } : {}),
        accepted: acceptanceOf(agreementsFor.registerCorp),
      }),
    onSuccess: changed,
  });
  const failure = refusalWords(registering.error, app.offlineText);
  const of = (field: string) => (failure?.field === field ? failure.words : null);
  const leave = (field: string) => setLeft((all) => [...all, field]);
  const codeIsFine = isCreditCode(plainNumber(code));
  const numberIs = numberProblem(legalNumber);
  const numberWords = { form: identity.numberForm, check: identity.numberWrong };
  const isReady =
    accepts &&
    name.trim() !== '' &&
    legal.trim() !== '' &&
    code.trim() !== '' &&
    legalNumber.trim() !== '' &&
    (isLegal || mobile.trim() !== '');
  return (
    <FormPage
      title={t.title}
      lead={t.lead}
      step={step}
      back={back}
      submit={() => {
        setLeft(fields);
        if (isReady && codeIsFine && numberIs === null && !registering.isPending) registering.mutate();
      }}
      footer={
        <>
          <ErrorLine
            text={failure !== null && !fields.includes(failure.field ?? '') ? failure.words : null}
          />
          <Button
            type="submit"
            look="ink"
            wide
            isDisabled={!isReady}
            busyLabel={registering.isPending ? t.registering : null}
          >
            {t.register}
          </Button>
          <p className="m-0 mt-2 min-h-5 text-center text-small text-n-500">
            {accepts ? null : consents.first}
          </p>
          {joinInstead !== null && (
            <div className="mt-2">
              <Button look="quiet" wide onPress={joinInstead}>
                {t.joinInstead}
              </Button>
            </div>
          )}
        </>
      }
    >
      <TextField
        label={t.name}
        hint={corpName === '' ? t.nameHint : t.nameNamed}
        value={name}
        onChange={setName}
        readOnly={corpName !== ''}
        error={of('corpName')}
        autoComplete="organization"
        maxLength={100}
      />
      <TextField
        label={t.code}
        hint={t.codeHint}
        value={code}
        onChange={setCode}
        onBlur={() => leave('corpCode')}
        error={left.includes('corpCode') && code !== '' && !codeIsFine ? t.codeWrong : of('corpCode')}
        isFine={codeIsFine}
        isNumber
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={24}
      />
      <div className="sm:grid sm:grid-cols-2 sm:gap-x-4">
        <TextField
          label={t.legal}
          value={legal}
          onChange={setLegal}
          error={of('legalRepName')}
          autoComplete="off"
          maxLength={60}
        />
        <TextField
          label={t.legalNumber}
          value={legalNumber}
          onChange={setLegalNumber}
          onBlur={() => leave('legalRepIdentNo')}
          error={
            left.includes('legalRepIdentNo') && legalNumber !== '' && numberIs !== null
              ? numberWords[numberIs]
              : of('legalRepIdentNo')
          }
          isNumber
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
        />
      </div>
      <CheckField label={t.isLegal} isChecked={isLegal} onChange={setIsLegal} />
      {(!isLegal || of('legalRepMobile') !== null) && (
        <TextField
          label={t.legalMobile}
          hint={t.legalMobileHint}
          value={mobile}
          onChange={(next) => {
            setMobile(next);
            setIsLegal(false);
          }}
          error={of('legalRepMobile')}
          isNumber
          autoComplete="off"
          maxLength={20}
        />
      )}
      <CheckField label={t.seal} hint={t.sealHint} isChecked={wantsSeal} onChange={setWantsSeal} />
      <Consent names={agreementsFor.registerCorp} text={t.consent} isGiven={accepts} give={setAccepts} />
    </FormPage>
  );
}
