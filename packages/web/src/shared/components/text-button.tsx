import { BookOpenText } from 'lucide-react';
import { useState } from 'react';
import { documentTexts } from '../document/document-texts.js';
import type { DocumentFile } from '../document/layout.js';
import { useTexts } from '../text/language.js';
import { Button } from './button.js';
import { iconSize } from './icons.js';
import { onDemand } from './on-demand.js';

const TextView = onDemand(() => import('../document/text-view.js'));

/** Opens the contract as running text for readers who find the pages too small. */
export function TextButton({ files }: { readonly files: readonly DocumentFile[] }) {
  const t = useTexts(documentTexts);
  const [isOpen, setOpen] = useState(false);
  if (files.length === 0) return null;
  return (
    <>
      <Button small onPress={() => setOpen(true)}>
        <BookOpenText {...iconSize} />
        {t.textView}
      </Button>
      {isOpen && <TextView files={files} close={() => setOpen(false)} />}
    </>
  );
}
