import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { useTexts } from '../../shared/text/language.js';
import { batchTexts } from './batch-texts.js';

/** Tables need room: the way to a computer. */
export function OnPhone() {
  const t = useTexts(batchTexts);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-card bg-info-tint p-4 text-small text-n-900">
      <span className="flex-1">{t.phone}</span>
      <Button small onPress={() => void copy().catch(() => undefined)}>
        {isCopied ? t.copied : t.copyLink}
      </Button>
    </div>
  );
}
