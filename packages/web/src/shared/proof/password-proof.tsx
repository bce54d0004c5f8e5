import { Button } from '../components/button.js';
import { onDemand } from '../components/on-demand.js';
import { useTexts } from '../text/language.js';
import { PasswordPad } from './password-pad.js';
import { proofTexts } from './proof-texts.js';
import type { Proof } from './use-proof.js';

// Rarely needed, so loaded on demand.
const NewPassword = onDemand(() => import('./new-password.js'));

interface Props {
  readonly proof: Proof;
  /** Masked. */
  readonly mobile: string;
  readonly error: string | null;
  readonly isLocked: boolean;
  /** The code for a new password can no longer be used. */
  readonly isCodeOver: boolean;
}

/** The signing password for signing and approving; a forgotten one is replaced by code in the same request. */
export function PasswordProof({ proof, mobile, error, isLocked, isCodeOver }: Props) {
  const { digits, setDigits, newByCode, setNewByCode, reset, choose } = proof;
  const t = useTexts(proofTexts);
  if (newByCode !== null) {
    return (
      <NewPassword
        mobile={mobile}
        code={newByCode}
        setCode={setNewByCode}
        password={digits}
        setPassword={setDigits}
        error={error}
        isCodeOver={isCodeOver}
        renewed={reset}
      />
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
          <Button look="link" small onPress={() => choose('sms')}>
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
