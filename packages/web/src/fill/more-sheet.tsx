import { Attachments } from '../shared/components/attachments.js';
import { Button } from '../shared/components/button.js';
import { PartyList } from '../shared/components/party-list.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextButton } from '../shared/components/text-button.js';
import { useTexts } from '../shared/text/language.js';
import type { View } from './controls.js';
import { fillTexts } from './fill-texts.js';

interface Props {
  readonly view: View;
  readonly close: () => void;
  readonly refuse: (() => void) | null;
}

/** Phone version: parties, attachments and further actions. */
export function MoreSheet({ view, close, refuse }: Props) {
  const t = useTexts(fillTexts);
  return (
    <Sheet title={t.more} isOpen close={close}>
      <About view={view} refuse={refuse} />
    </Sheet>
  );
}

/** The same beside the document on desktops. */
export function About({ view, refuse }: Pick<Props, 'view' | 'refuse'>) {
  const t = useTexts(fillTexts);
  return (
    <>
      <section aria-label={t.parties}>
        <h2 className="mt-0 mb-3 text-desk font-semibold">{t.parties}</h2>
        <PartyList parties={view.parties} />
      </section>
      <Attachments attachments={view.attachments} />
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
