import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../shared/components/button.js';
import { smallIcon } from '../../shared/components/icons.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TickBox } from '../../shared/components/tick-box.js';
import { useTexts } from '../../shared/text/language.js';
import { developerTexts } from './developer-texts.js';

interface Props {
  readonly title: string;
  readonly text: string;
  /** What is shown, by name; the secret is the last. */
  readonly lines: readonly (readonly [name: string, value: string])[];
  readonly close: () => void;
}

/** A secret, the only time that it is shown: the sheet stays until the person says that it is kept. */
export function SecretSheet({ title, text, lines, close }: Props) {
  const t = useTexts(developerTexts);
  const [isKept, setKept] = useState(false);
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (name: string, value: string) => {
    await navigator.clipboard.writeText(value);
    setCopied(name);
  };
  return (
    <Sheet
      title={title}
      isOpen
      isHeld={!isKept}
      close={() => isKept && close()}
      footer={
        <Button look="ink" wide isDisabled={!isKept} onPress={close}>
          {t.close}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{text}</p>
      <dl className="m-0 mb-4 divide-y divide-n-200 border-y border-n-200">
        {lines.map(([name, value]) => (
          <div key={name} className="py-2">
            <dt className="text-small text-n-500">{name}</dt>
            <dd className="figures m-0 flex items-center gap-2 text-body text-n-900">
              <code className="min-w-0 flex-1 break-all">{value}</code>
              <IconButton label={`${t.copy} ${name}`} onPress={() => void copy(name, value)}>
                <Copy {...smallIcon} />
              </IconButton>
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className="m-0 text-small text-success empty:hidden">
        {copied === null ? '' : `${t.copied} ${copied}`}
      </p>
      <TickBox isTicked={isKept} onChange={setKept} look="flex min-h-11 items-center gap-3 text-body">
        {t.kept}
      </TickBox>
    </Sheet>
  );
}
