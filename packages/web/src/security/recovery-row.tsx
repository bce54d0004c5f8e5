import { renewRecoveryCodes } from '@cinnabar/api/pages/own-security.js';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { useConsole } from '../shared/console/console-door.js';
import { useFailureWords } from '../shared/console/failure-words.js';
import { useTexts } from '../shared/text/language.js';
import { Row } from './row.js';
import { securityTexts } from './security-texts.js';

interface Props {
  readonly left: number;
  readonly changed: (recoveryCodes: readonly string[]) => void;
}

export function RecoveryRow({ left, changed }: Props) {
  const t = useTexts(securityTexts);
  const words = useFailureWords();
  const { call } = useConsole();
  const renewing = useMutation({
    mutationFn: () => call(renewRecoveryCodes, {}),
    onSuccess: ({ recoveryCodes }) => changed(recoveryCodes),
  });
  return (
    <Row
      name={t.recovery}
      text={
        <>
          {t.recoveryLeft(left)}
          <ErrorLine text={words(renewing.error)} />
        </>
      }
    >
      <Button small isDisabled={renewing.isPending} onPress={() => renewing.mutate()}>
        {t.renew}
      </Button>
    </Row>
  );
}
