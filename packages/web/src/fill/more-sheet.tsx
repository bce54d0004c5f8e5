import { Paperclip } from 'lucide-react';
import { Button } from '../components/button.js';
import { smallIcon } from '../components/icons.js';
import { PartyList } from '../components/party-list.js';
import { Sheet } from '../components/sheet.js';
import { TextButton } from '../components/text-button.js';
import { useTexts } from '../text/language.js';
import type { View } from './controls.js';
import { fillTexts } from './fill-texts.js';

interface Props {
  readonly view: View;
  readonly close: () => void;
  readonly refuse: (() => void) | null;
}

/** On a phone: who takes part, what is attached, and the way out. */
export function MoreSheet({ view, close, refuse }: Props) {
  const t = useTexts(fillTexts);
  return (
    <Sheet title={t.more} isOpen close={close}>
      <About view={view} refuse={refuse} />
    </Sheet>
  );
}

/** The same, beside the document on a desktop. */
export function About({ view, refuse }: Pick<Props, 'view' | 'refuse'>) {
  const t = useTexts(fillTexts);
  return (
    <>
      <section aria-label={t.parties}>
        <h2 className="mt-0 mb-3 text-desk font-semibold">{t.parties}</h2>
        <PartyList parties={view.parties} />
      </section>
      {view.attachments.length > 0 && (
        <section aria-label={t.attachments(view.attachments.length)} className="mt-6">
          <h2 className="mt-0 mb-2 text-desk font-semibold">{t.attachments(view.attachments.length)}</h2>
          {view.attachments.map(({ fileName, url }) => (
            <a
              key={url}
              href={url}
              className="flex min-h-11 items-center gap-2 text-desk text-cinnabar-600 underline-offset-4 hover:underline names"
            >
              <Paperclip {...smallIcon} className="shrink-0" />
              <bdi>{fileName}</bdi>
            </a>
          ))}
        </section>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        <TextButton files={view.files} />
        {refuse !== null && (
          <Button look="danger" small onPress={refuse}>
            {t.refuse}
          </Button>
        )}
      </div>
    </>
  );
}
