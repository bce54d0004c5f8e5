import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import type { MyEnterprise } from '@cinnabar/api/pages/my-enterprises.js';
import { openPersonalContracts, sendCodeToOpenContracts } from '@cinnabar/api/pages/my-enterprises.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.js';
import { Refused } from '../api/refused.js';
import type { Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { CodeField } from '../shared/components/code-field.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Resend } from '../shared/components/resend.js';
import { SandboxCodeHint } from '../shared/components/sandbox-code-hint.js';
import { Sheet } from '../shared/components/sheet.js';
import { useCountdown } from '../shared/components/use-countdown.js';
import { Consent } from '../shared/consent/consent.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { enterprisesTexts } from './enterprises-texts.js';

/** Seconds until another code can be requested. */
const RESEND = 60;

interface Props {
  readonly enterprise: Wire<MyEnterprise>;
  readonly entered: EnteredMine;
  readonly close: () => void;
  readonly opened: () => void;
}

/**
 * Consent that an enterprise may open all contracts of the person. It requires an agreement and a code of its own
 * purpose.
 */
export function OpenContractsSheet({ enterprise, entered, close, opened }: Props) {
  const t = useTexts(enterprisesTexts);
  const app = useTexts(commonTexts);
  const session = { personSession: entered.session };
  const { corpId, corpName } = enterprise;
  const [accepts, setAccepts] = useState(false);
  const [code, setCode] = useState('');
  const [left, start] = useCountdown();
  const sending = useMutation({
    mutationFn: () => call(sendCodeToOpenContracts, { corpId }, session),
    onSuccess() {
      setCode('');
      start(RESEND);
    },
    onError(error) {
      if (error instanceof Refused && error.retryAfter !== null) start(error.retryAfter);
    },
  });
  const opening = useMutation({
    mutationFn: () =>
      call(
        openPersonalContracts,
        { corpId, code, accepted: acceptanceOf(agreementsFor.openPersonalContracts) },
        session,
      ),
    onSuccess: opened,
    onError: () => setCode(''),
  });
  const failure = code === '' ? refusalWords(opening.error, app.offlineText) : null;
  return (
    <Sheet
      title={t.openTitle(corpName)}
      isOpen
      close={close}
      isHeld={opening.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(sending.error, app.offlineText)?.words ?? null} />
          <Button
            look="ink"
            wide
            isDisabled={!accepts || code.length < 6}
            busyLabel={opening.isPending ? t.opening : null}
            onPress={() => opening.mutate()}
          >
            {t.open}
          </Button>
        </>
      }
    >
      <p className="m-0 mb-4 text-body text-n-700">{t.openText(corpName)}</p>
      <Consent
        names={agreementsFor.openPersonalContracts}
        text={t.consent}
        isGiven={accepts}
        give={setAccepts}
      />
      <CodeField
        label={t.code(entered.mobile)}
        value={code}
        onChange={setCode}
        error={failure?.words ?? null}
        aside={
          <Resend
            left={left}
            wasSent={sending.isSuccess}
            isSending={sending.isPending}
            send={() => sending.mutate()}
          />
        }
      />
      <SandboxCodeHint />
    </Sheet>
  );
}
