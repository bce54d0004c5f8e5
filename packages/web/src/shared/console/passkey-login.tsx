import { logInByPasskey, passkeyToLogIn } from '@cinnabar/api/pages/login.js';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { useTexts } from '../text/language.js';
import type { Entered } from './console-door.js';
import { consoleTexts } from './console-texts.js';
import { useFailureWords } from './failure-words.js';
import { answerOfPasskey } from './passkey.js';

export function PasskeyLogin({ enter }: { readonly enter: (entered: Entered) => void }) {
  const t = useTexts(consoleTexts);
  const words = useFailureWords();
  const entering = useMutation({
    async mutationFn() {
      const { options } = await call(passkeyToLogIn, {});
      return call(logInByPasskey, { response: await answerOfPasskey(options) });
    },
    onSuccess: enter,
  });
  return (
    <>
      <ErrorLine text={words(entering.error)} />
      <Button
        look="ink"
        wide
        busyLabel={entering.isPending ? t.entering : null}
        onPress={() => entering.mutate()}
      >
        {t.usePasskey}
      </Button>
    </>
  );
}
