import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useOnline } from '../state/use-online.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { IconButton } from './button.js';
import { iconSize } from './icons.js';
import { useBackCloses } from './use-back-closes.js';

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly close: () => void;
  /** Prevents closing while an act runs whose outcome must be seen. */
  readonly isHeld?: boolean;
  readonly wide?: boolean;
  /** Fills the window of a desktop. */
  readonly full?: boolean;
  readonly children: ReactNode;
  /** Stays visible while the content scrolls. */
  readonly footer?: ReactNode;
}

/** A dialog: from the bottom on phones, centred on desktops. The page behind it stays visible. */
export function Sheet(props: Props) {
  const { title, isOpen, close, isHeld = false, wide = false, full = false, children, footer } = props;
  const t = useTexts(commonTexts);
  const isOnline = useOnline();
  useBackCloses(isOpen, close);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      isDismissable={!isHeld}
      isKeyboardDismissDisabled={isHeld}
      className="fixed inset-0 z-40 flex animate-fade items-end justify-center bg-[#1a1a1766] sm:items-center sm:p-6"
    >
      <Modal
        className={`flex max-h-[92dvh] w-full animate-sheet flex-col overflow-hidden rounded-t-sheet bg-n-0 shadow-sheet sm:max-h-[88dvh] sm:rounded-card sm:shadow-menu ${full ? 'h-full sm:max-w-[1280px]' : wide ? 'sm:max-w-[640px]' : 'sm:max-w-[480px]'}`}
      >
        <Dialog className="flex min-h-0 flex-col outline-none">
          <div aria-hidden className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-n-300 sm:hidden" />
          <header className="flex shrink-0 items-center justify-between py-1 pr-2 pl-4 sm:py-2 sm:pl-6">
            <Heading slot="title" className="m-0 text-title font-semibold">
              {title}
            </Heading>
            <IconButton label={t.close} onPress={close} isDisabled={isHeld}>
              <X {...iconSize} />
            </IconButton>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4 sm:px-6">
            {children}
          </div>
          {footer !== undefined && (
            <footer className="safe-bottom shrink-0 border-t border-n-200 bg-n-0 px-4 pt-3 sm:px-6 sm:pb-4">
              {!isOnline && (
                <p role="status" className="m-0 mb-2 text-small text-n-600">
                  {t.offlineBar}
                </p>
              )}
              {footer}
            </footer>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
