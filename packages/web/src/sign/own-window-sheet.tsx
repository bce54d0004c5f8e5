import { ExternalLink } from 'lucide-react';
import { Button } from '../components/button.js';
import { iconSize } from '../components/icons.js';
import { Sheet } from '../components/sheet.js';
import { addressOfLink } from '../embed/own-window.js';
import { useTexts } from '../text/language.js';
import { signTexts } from './sign-texts.js';

/** Inside another site a person reads; what binds them they confirm in a window of this service. */
export function OwnWindowSheet({ close }: { readonly close: () => void }) {
  const t = useTexts(signTexts);
  const address = addressOfLink() ?? location.href;
  return (
    <Sheet
      title={t.ownWindowTitle}
      isOpen
      close={close}
      footer={
        <Button look="ink" wide onPress={() => window.open(address, '_blank', 'noopener')}>
          <ExternalLink {...iconSize} />
          {t.ownWindowGo}
        </Button>
      }
    >
      <p className="m-0 text-body">{t.ownWindowText}</p>
    </Sheet>
  );
}
