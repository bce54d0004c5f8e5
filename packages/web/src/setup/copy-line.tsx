import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { useTexts } from '../shared/text/language.js';
import { setupTexts } from './setup-texts.js';

/** Text for another place, such as the file with the settings. */
export function CopyLine({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useTexts(setupTexts);
  const [isCopied, setCopied] = useState(false);
  // Without https a browser has no clipboard; the text can still be selected.
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const word = isCopied ? t.copied : t.copy;
  return (
    <div className="mt-2 flex items-center gap-2 rounded-control bg-n-100 py-1 pr-1 pl-3">
      <code className="figures min-w-0 flex-1 text-small text-n-900 names">{text}</code>
      <Button small aria-label={`${word} ${label}`} onPress={() => void copy().catch(() => undefined)}>
        {word}
      </Button>
    </div>
  );
}
