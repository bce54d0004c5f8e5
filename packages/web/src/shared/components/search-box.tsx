import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { IconButton } from './button.js';
import { iconSize } from './icons.js';

interface DialogProps {
  readonly label: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** The dialog of a search: the whole screen on phones, in the upper half of it on desktops. */
export function SearchOverlay({ label, close, children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && close()}
      isDismissable
      className="fixed inset-0 z-40 flex animate-fade items-start justify-center bg-[#1a1a1766] sm:p-6 sm:pt-[10vh]"
    >
      <Modal className="flex h-full max-h-full w-full flex-col overflow-hidden bg-n-0 shadow-menu sm:h-auto sm:max-h-[76dvh] sm:max-w-[640px] sm:rounded-card">
        <Dialog aria-label={label} className="flex min-h-0 flex-col outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface SearchHit {
  readonly id: string;
  readonly run: () => void;
}

/** What the listbox of a search needs; the element with `role="listbox"` gets `listId`, each option `idOf` of its hit. */
export interface SearchList<Hit extends SearchHit> {
  readonly listId: string;
  readonly idOf: (hit: Hit) => string;
  /** The hit that Enter opens. */
  readonly chosen: Hit | null;
}

interface Props<Hit extends SearchHit> {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** In the order in which the arrow keys walk through them. */
  readonly hits: readonly Hit[];
  readonly close: () => void;
  readonly children: (list: SearchList<Hit>) => ReactNode;
}

/**
 * A combobox over a list of results (WAI-ARIA Authoring Practices): the focus stays in the input, whose arrow keys select a
 * result and whose Enter key opens it.
 */
export function SearchBox<Hit extends SearchHit>({
  label,
  hint,
  text,
  onText,
  hits,
  close,
  children,
}: Props<Hit>) {
  const t = useTexts(commonTexts);
  const [current, setCurrent] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  // The dialog is opened to type into it.
  useEffect(() => input.current?.focus(), []);
  const at = Math.min(current, hits.length - 1);
  const chosen = hits[at] ?? null;
  const idOf = (hit: Hit) => `${listId}-${hits.indexOf(hit)}`;
  const onKey = (event: KeyboardEvent) => {
    // While an input method composes, its keys are its own.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      const next = (at + step + hits.length) % hits.length;
      setCurrent(next);
      const hit = hits[next];
      if (hit !== undefined) document.getElementById(idOf(hit))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && chosen !== null) {
      event.preventDefault();
      chosen.run();
    }
  };
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-n-200 pr-2 pl-4">
        <Search {...iconSize} className="shrink-0 text-n-500" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen === null ? undefined : idOf(chosen)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          placeholder={hint}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setCurrent(0);
          }}
          onKeyDown={onKey}
          className="h-14 min-w-0 flex-1 border-0 bg-transparent text-input outline-none placeholder:text-n-500"
        />
        <IconButton label={t.close} onPress={close}>
          <X {...iconSize} />
        </IconButton>
      </div>
      {children({ listId, idOf, chosen })}
    </>
  );
}
