import type { ComponentProps } from 'react';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { Button } from './button.js';
import { CodeField } from './code-field.js';
import { Resend } from './resend.js';
import { SandboxCodeHint } from './sandbox-code-hint.js';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** Why what was typed was refused, or why no code was sent. */
  readonly error: string | null;
  /** The code can no longer be used, whatever is typed: only a new one helps. */
  readonly isOver: boolean;
  readonly resend: ComponentProps<typeof Resend>;
  readonly autoFocus?: boolean;
}

/** Input for a code from a text message; once the code is over, the request for a new one instead. */
export function CodeEntry({ label, value, onChange, error, isOver, resend, autoFocus = false }: Props) {
  const t = useTexts(commonTexts);
  if (!isOver) {
    const aside = <Resend {...resend} />;
    return (
      <>
        <CodeField {...{ label, value, onChange, error, autoFocus, aside }} />
        <SandboxCodeHint />
      </>
    );
  }
  const { left, isSending, send } = resend;
  return (
    <div className="rounded-card bg-n-50 p-4">
      <p role="alert" className="m-0 mb-3 text-body text-danger">
        {error ?? t.codeOver}
      </p>
      <Button
        look="ink"
        wide
        isDisabled={left > 0}
        busyLabel={isSending ? t.sendingCode : null}
        onPress={send}
      >
        {left > 0 ? <span className="figures">{t.againIn(left)}</span> : t.newCode}
      </Button>
    </div>
  );
}
