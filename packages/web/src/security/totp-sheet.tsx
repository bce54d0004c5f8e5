import { acceptTotp } from '@cinnabar/api/pages/own-security.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { CodeField } from '../shared/components/code-field.js';
import { QrCode } from '../shared/components/qr-code.js';
import { Sheet } from '../shared/components/sheet.js';
import { useConsole } from '../shared/console/console-door.js';
import { useFailureWords } from '../shared/console/failure-words.js';
import { useTexts } from '../shared/text/language.js';
import { securityTexts } from './security-texts.js';

interface Props {
  readonly offer: { readonly secret: string; readonly address: string };
  readonly done: (recoveryCodes: readonly string[]) => void;
  readonly close: () => void;
}

const CODE_LENGTH = 6;

/** The key of a new generator as a QR code, and the first password that proves that it was read. */
export function TotpSheet({ offer, done, close }: Props) {
  const t = useTexts(securityTexts);
  const words = useFailureWords();
  const { call } = useConsole();
  const [code, setCode] = useState('');
  const accepting = useMutation({
    mutationFn: () => call(acceptTotp, { code }),
    onSuccess: ({ recoveryCodes }) => done(recoveryCodes),
    onError: () => setCode(''),
  });
  return (
    <Sheet
      title={t.totpTitle}
      isOpen
      close={close}
      isHeld={accepting.isPending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={code.length < CODE_LENGTH}
          busyLabel={accepting.isPending ? t.confirming : null}
          onPress={() => accepting.mutate()}
        >
          {t.confirm}
        </Button>
      }
    >
      <p className="m-0 mb-4 text-body text-n-700">{t.totpScan}</p>
      <div className="flex justify-center">
        <QrCode text={offer.address} label={t.qrLabel} />
      </div>
      <p className="m-0 mt-4 mb-4 text-small text-n-600">
        {t.totpSecret}
        <code className="figures mt-1 block text-body break-all text-n-900">
          {(offer.secret.match(/.{1,4}/g) ?? []).join(' ')}
        </code>
      </p>
      <CodeField
        label={t.totpCode}
        value={code}
        onChange={setCode}
        error={code === '' ? words(accepting.error) : null}
      />
    </Sheet>
  );
}
