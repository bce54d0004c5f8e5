import { dropTotp, offerTotp } from '@cinnabar/api/pages/own-security.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { useConsole } from '../shared/console/console-door.js';
import { useFailureWords } from '../shared/console/failure-words.js';
import { useTexts } from '../shared/text/language.js';
import { RemoveSheet } from './remove-sheet.js';
import { Row } from './row.js';
import { securityTexts } from './security-texts.js';
import { TotpSheet } from './totp-sheet.js';

interface Props {
  readonly hasTotp: boolean;
  readonly changed: (recoveryCodes?: readonly string[]) => void;
}

export function TotpRow({ hasTotp, changed }: Props) {
  const t = useTexts(securityTexts);
  const words = useFailureWords();
  const { call } = useConsole();
  const [isRemoving, setRemoving] = useState(false);
  const offering = useMutation({ mutationFn: () => call(offerTotp, {}) });
  return (
    <Row
      name={t.totp}
      text={
        <>
          {hasTotp ? t.totpOn : t.totpOff}
          <ErrorLine text={words(offering.error)} />
        </>
      }
    >
      {hasTotp ? (
        <Button small look="danger" onPress={() => setRemoving(true)}>
          {t.remove}
        </Button>
      ) : (
        <Button small isDisabled={offering.isPending} onPress={() => offering.mutate()}>
          {t.setUp}
        </Button>
      )}
      {offering.data !== undefined && !hasTotp && (
        <TotpSheet
          offer={offering.data}
          done={(recoveryCodes) => {
            offering.reset();
            changed(recoveryCodes);
          }}
          close={() => offering.reset()}
        />
      )}
      {isRemoving && (
        <RemoveSheet
          title={t.removeTotpTitle}
          text={t.removeTotpText}
          remove={() => call(dropTotp, {})}
          done={changed}
          close={() => setRemoving(false)}
        />
      )}
    </Row>
  );
}
