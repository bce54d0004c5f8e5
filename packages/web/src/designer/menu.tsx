import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface Props {
  readonly label: string;
  readonly icon: ReactNode;
  readonly items: readonly { readonly id: string; readonly words: string; readonly run: () => void }[];
  /** The button looks like its content. */
  readonly isBare?: boolean;
  readonly isDisabled?: boolean;
}

const WIDTH = 208;

/** A button with a few acts below it, above whatever scrolls; leaving it, or Escape, closes it. */
export function Menu({ label, icon, items, isBare = false, isDisabled = false }: Props) {
  const id = useId();
  const root = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const isOpen = at !== null;
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) !== true) setAt(null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setAt(null);
      opener.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('scroll', leave, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('scroll', leave, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [isOpen]);
  const toggle = () => {
    const box = opener.current?.getBoundingClientRect();
    if (isOpen || box === undefined) return setAt(null);
    const left = Math.max(8, Math.min(box.left, window.innerWidth - WIDTH - 8));
    setAt({ left, top: Math.min(box.bottom + 4, window.innerHeight - 44 * items.length - 16) });
  };
  return (
    <span ref={root} className="inline-flex">
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={isDisabled}
        onClick={toggle}
        className={
          isBare
            ? 'inline-flex min-h-9 rounded-control border-0 bg-transparent p-0'
            : 'inline-flex size-11 shrink-0 items-center justify-center rounded-control border-0 bg-transparent text-n-700 hover:bg-n-100'
        }
      >
        {icon}
      </button>
      {at !== null && (
        <span
          id={id}
          style={{ ...at, width: WIDTH }}
          className="fixed z-50 flex flex-col rounded-card border border-n-200 bg-n-0 p-1 shadow-menu"
        >
          {items.map(({ id: key, words, run }) => (
            <button
              key={key}
              type="button"
              onClick={() => {
                setAt(null);
                opener.current?.focus();
                run();
              }}
              className="flex min-h-11 items-center rounded-control border-0 bg-transparent px-3 text-left text-desk text-n-900 hover:bg-n-100"
            >
              {words}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
