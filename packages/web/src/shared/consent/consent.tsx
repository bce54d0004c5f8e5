import { type AgreementName, agreements } from '@cinnabar/api/pages/agreements.js';
import { useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Sheet } from '../components/sheet.js';
import { TickBox } from '../components/tick-box.js';
import { useLanguage, useTexts } from '../text/language.js';
import { consentTexts } from './consent-texts.js';

interface Props {
  readonly names: readonly AgreementName[];
  /** Statement of consent; the agreements follow it as links. */
  readonly text: string;
  readonly isGiven: boolean;
  readonly give: (given: boolean) => void;
}

/** A check box, empty at first, with links to the agreements it covers. */
export function Consent({ names, text, isGiven, give }: Props) {
  const t = useTexts(consentTexts);
  const { language } = useLanguage();
  const id = useId();
  const [open, setOpen] = useState<AgreementName | null>(null);
  return (
    <div className="mb-2">
      <TickBox
        isTicked={isGiven}
        onChange={give}
        describedBy={`${id}-names`}
        look="flex min-h-11 items-start gap-4 py-2.5 text-body leading-6 text-n-700"
      >
        <span>{text}</span>
      </TickBox>
      <div id={`${id}-names`} className="-mt-2 flex flex-wrap gap-x-3 pl-9">
        {names.map((name) => (
          <AriaButton
            key={name}
            onPress={() => setOpen(name)}
            className="-ml-1 min-h-11 rounded-control px-1 text-left text-small font-medium text-cinnabar-600 underline-offset-4 hover:underline"
          >
            {t.named(agreements[name][language].title)}
          </AriaButton>
        ))}
      </div>
      {open !== null && <AgreementSheet name={open} close={() => setOpen(null)} />}
    </div>
  );
}

function AgreementSheet({ name, close }: { readonly name: AgreementName; readonly close: () => void }) {
  const t = useTexts(consentTexts);
  const { language } = useLanguage();
  const { version } = agreements[name];
  const { title, paragraphs } = agreements[name][language];
  return (
    <Sheet title={title} isOpen close={close} wide>
      <p className="figures m-0 mb-4 text-small text-n-500">{t.version(version)}</p>
      <ol className="m-0 list-decimal space-y-3 pl-5 text-body text-n-800 marker:text-n-500">
        {paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ol>
    </Sheet>
  );
}
