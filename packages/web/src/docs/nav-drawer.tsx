import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { docsTexts } from './docs-texts.js';

interface Props {
  readonly close: () => void;
  readonly children: ReactNode;
}

/** The contents on a phone, from the left. */
export default function NavDrawer({ close, children }: Props) {
  const t = useTexts(docsTexts);
  const app = useTexts(commonTexts);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && close()}
      isDismissable
      className="fixed inset-0 z-40 animate-fade bg-[#1a1a1766]"
    >
      <Modal className="h-full w-[20rem] max-w-[86vw] bg-n-25 shadow-menu">
        <Dialog aria-label={t.menu} className="flex h-full flex-col outline-none">
          <div className="flex h-14 shrink-0 items-center justify-between border-b border-n-200 pr-2 pl-6">
            <span className="text-body font-semibold">{t.menu}</span>
            <IconButton label={app.close} onPress={close}>
              <X {...iconSize} />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
