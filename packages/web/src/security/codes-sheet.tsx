import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import { useTexts } from '../shared/text/language.js';
import { securityTexts } from './security-texts.js';

interface Props {
  readonly codes: readonly string[];
  readonly close: () => void;
}

/** Recovery codes, which are shown once. */
export function CodesSheet({ codes, close }: Props) {
  const t = useTexts(securityTexts);
  const [isCopied, setCopied] = useState(false);
  return (
    <Sheet
      title={t.codesTitle}
      isOpen
      close={close}
      isHeld
      footer={
        <Button look="ink" wide onPress={close}>
          {t.codesDone}
        </Button>
      }
    >
      <p className="m-0 mb-4 text-body text-n-700">{t.codesText}</p>
      <ul className="figures m-0 mb-4 grid list-none grid-cols-2 gap-x-4 gap-y-2 rounded-control bg-n-50 p-4 text-body">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button
        small
        onPress={() => {
          void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
        }}
      >
        {isCopied ? t.copied : t.copy}
      </Button>
    </Sheet>
  );
}
