import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

interface Props {
  /** Name of the button, unless its content says it. */
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonLook: string;
  readonly side: 'start' | 'end';
  /** @param close closes it, once one of its lines has been followed */
  readonly children: (close: () => void) => ReactNode;
}

export const lineLook =
  'flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-control border-0 bg-transparent px-3 text-left text-desk text-n-900 no-underline hover:bg-n-100';

/** Distance between the list and the edges of the window, in px. */
const MARGIN = 8;

/** How far a list has to move sideways to be wholly in the window. */
function intoWindow({ left, right }: DOMRect): number {
  const beyond = right - (document.documentElement.clientWidth - MARGIN);
  if (left < MARGIN) return MARGIN - left;
  return beyond > 0 ? -beyond : 0;
}

/** A few links or acts below a button; leaving it, or Escape, closes it. */
export function PopoverList({ label, button, buttonLook, side, children }: Props) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [shift, setShift] = useState(0);
  useLayoutEffect(() => {
    setShift(isOpen && list.current !== null ? intoWindow(list.current.getBoundingClientRect()) : 0);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    const closeUnless = (inside: EventTarget | null) => {
      if (inside instanceof Node && root.current?.contains(inside) !== true) setOpen(false);
    };
    const onPointer = ({ target }: Event) => closeUnless(target);
    const onKey = ({ key }: KeyboardEvent) => {
      // A section that has just loaded also moves the focus, to its heading: only the person's own key leaves.
      if (key === 'Tab') setTimeout(() => closeUnless(document.activeElement));
      if (key !== 'Escape') return;
      setOpen(false);
      opener.current?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  return (
    <div ref={root} className="relative min-w-0">
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={`border-0 bg-transparent text-n-900 select-none ${buttonLook}`}
      >
        {button}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a group of links and buttons, not of form fields
        <div
          ref={list}
          id={id}
          role="group"
          aria-label={label}
          style={{ translate: `${shift}px` }}
          className={`absolute top-full z-30 mt-1 max-h-[70dvh] min-w-52 max-w-[90vw] animate-fade overflow-y-auto rounded-card border border-n-200 bg-n-0 p-1 shadow-menu ${side === 'start' ? 'left-0' : 'right-0'}`}
        >
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
