import {
  acceptPasskey,
  dropPasskey,
  type OwnPasskey,
  type OwnSecurity,
  offerPasskey,
} from '@cinnabar/api/pages/own-security.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { useConsole } from '../shared/console/console-door.js';
import { useFailureWords } from '../shared/console/failure-words.js';
import { hasPasskeys, newPasskey } from '../shared/console/passkey.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { RemoveSheet } from './remove-sheet.js';
import { Row } from './row.js';
import { securityTexts } from './security-texts.js';

interface Props {
  readonly view: Wire<OwnSecurity>;
  readonly changed: (recoveryCodes?: readonly string[]) => void;
}

export function PasskeysRow({ view: { passkeys, canHavePasskeys }, changed }: Props) {
  const t = useTexts(securityTexts);
  const words = useFailureWords();
  const { language } = useLanguage();
  const { call } = useConsole();
  const [removed, setRemoved] = useState<Wire<OwnPasskey> | null>(null);
  const adding = useMutation({
    async mutationFn() {
      const { options } = await call(offerPasskey, {});
      return call(acceptPasskey, { response: await newPasskey(options) });
    },
    onSuccess: ({ recoveryCodes }) => changed(recoveryCodes),
  });
  const isPossible = canHavePasskeys && hasPasskeys;
  return (
    <>
      <Row
        name={t.passkeys}
        text={
          <>
            {!canHavePasskeys ? t.passkeysNowhere : passkeys.length === 0 ? t.passkeysNone : null}
            <ErrorLine text={words(adding.error)} />
          </>
        }
      >
        {isPossible && (
          <Button small busyLabel={adding.isPending ? t.adding : null} onPress={() => adding.mutate()}>
            {t.add}
          </Button>
        )}
      </Row>
      {passkeys.map((passkey) => (
        <Row
          key={passkey.passkeyId}
          name={passkey.name === '' ? t.unnamed : passkey.name}
          text={
            passkey.lastTime === null
              ? t.addedAt(dayInWords(passkey.createTime, language))
              : t.usedAt(dayInWords(passkey.lastTime, language))
          }
        >
          <Button small look="danger" onPress={() => setRemoved(passkey)}>
            {t.remove}
          </Button>
        </Row>
      ))}
      {removed !== null && (
        <RemoveSheet
          title={t.removePasskeyTitle}
          text={t.removePasskeyText}
          remove={() => call(dropPasskey, { passkeyId: removed.passkeyId })}
          done={changed}
          close={() => setRemoved(null)}
        />
      )}
    </>
  );
}
