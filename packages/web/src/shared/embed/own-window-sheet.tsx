import { ExternalLink } from 'lucide-react';
import { Button } from '../components/button.js';
import { iconSize } from '../components/icons.js';
import { Sheet } from '../components/sheet.js';
import { useTexts } from '../text/language.js';
import { embedTexts } from './embed-texts.js';
import { addressOfLink } from './own-window.js';

interface Props {
  readonly about: 'sign' | 'approve';
  readonly close: () => void;
}

/**
 * People may read inside a frame; binding acts are confirmed in a window of the service itself, against clickjacking.
 */
export function OwnWindowSheet({ about, close }: Props) {
  const t = useTexts(embedTexts);
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
      <p className="m-0 text-body">{about === 'sign' ? t.signText : t.approveText}</p>
    </Sheet>
  );
}
