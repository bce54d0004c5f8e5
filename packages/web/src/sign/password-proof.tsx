import { lazy, Suspense } from 'react';
import { Button } from '../components/button.js';
import { useTexts } from '../text/language.js';
import { PasswordPad } from './password-pad.js';
import { signTexts } from './sign-texts.js';

// Seldom needed, and not before the page can be used.
const NewPassword = lazy(() => import('./new-password.js'));

interface Props {
  /** Masked. */
  readonly mobile: string;
  readonly digits: string;
  readonly setDigits: (digits: string) => void;
  /** The code by which a forgotten password is set anew; null while none is. */
  readonly newByCode: string | null;
  readonly setNewByCode: (digits: string) => void;
  readonly error: string | null;
  readonly isLocked: boolean;
  /** Forgets what was refused. */
  readonly reset: () => void;
  /** A code of the act instead of the password. */
  readonly chooseCode: () => void;
}

/** The signing password, for signing and for deciding; where it is forgotten, a new one by code in the same act. */
export function PasswordProof(props: Props) {
  const { mobile, digits, setDigits, newByCode, setNewByCode, error, isLocked, reset, chooseCode } = props;
  const t = useTexts(signTexts);
  if (newByCode !== null) {
    return (
      <Suspense>
        <NewPassword
          mobile={mobile}
          code={newByCode}
          setCode={setNewByCode}
          password={digits}
          setPassword={setDigits}
          error={error}
        />
      </Suspense>
    );
  }
  const setAnew = () => {
    setDigits('');
    setNewByCode('');
    reset();
  };
  return (
    <PasswordPad
      value={digits}
      onChange={setDigits}
      error={error}
      aside={
        isLocked ? (
          <Button look="link" small onPress={chooseCode}>
            {t.codeInstead}
          </Button>
        ) : (
          <Button look="link" small onPress={setAnew}>
            {t.forgot}
          </Button>
        )
      }
    />
  );
}
