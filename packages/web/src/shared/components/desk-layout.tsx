import type { KeyboardEventHandler, ReactNode, Ref } from 'react';

interface Props {
  readonly header: ReactNode;
  /** Past the header and the document, for who goes by keyboard: to the element with this id. */
  readonly skip?: { readonly to: string; readonly label: string };
  /** Between the header and the body: notices, tools. */
  readonly above?: ReactNode;
  /** Beside the body on a desktop, before it and after it. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Below everything: at the thumb on a phone. */
  readonly below?: ReactNode;
  /** What has just happened, for who hears the page. */
  readonly said?: string;
  /** The body is longer than the window, and nothing in it scrolls by itself. */
  readonly isScrolled?: boolean;
  /** Keys in the body. */
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>;
  /** Body and what is beside it. */
  readonly middleRef?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
  /** Sheets. */
  readonly over?: ReactNode;
}

/** A page on which something is worked on: what it is about, the work itself, and the acts. */
export function DeskLayout(props: Props) {
  const {
    header,
    skip,
    above,
    before,
    after,
    below,
    said,
    isScrolled,
    onKeyDown,
    middleRef,
    children,
    over,
  } = props;
  return (
    <div className="flex h-full flex-col">
      {skip !== undefined && (
        <a
          href={`#${skip.to}`}
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-n-0 focus:p-3 focus:text-small"
        >
          {skip.label}
        </a>
      )}
      {header}
      {above}
      <div ref={middleRef} className="flex min-h-0 flex-1">
        {before}
        <main
          className={`min-w-0 flex-1 ${isScrolled === true ? 'overflow-y-auto' : ''}`}
          onKeyDown={onKeyDown}
        >
          {children}
        </main>
        {after}
      </div>
      {below}
      {said !== undefined && (
        <p aria-live="polite" className="sr-only">
          {said}
        </p>
      )}
      {over}
    </div>
  );
}

interface PanelProps {
  readonly label?: string;
  /** Wide enough for fields. */
  readonly isWide?: boolean;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** On a desktop beside the document. */
export function DeskPanel({ label, isWide = false, footer, children }: PanelProps) {
  return (
    <aside
      aria-label={label}
      className={`hidden shrink-0 flex-col border-l border-n-200 bg-n-0 lg:flex ${isWide ? 'w-96' : 'w-80'}`}
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-6">{children}</div>
      {footer !== undefined && <div className="border-t border-n-200 p-6">{footer}</div>}
    </aside>
  );
}

/** Below the document, at the thumb. */
export function DeskBar({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <footer id={id} className="safe-bottom shrink-0 border-t border-n-200 bg-n-0 px-4 pt-3 lg:px-6">
      {children}
    </footer>
  );
}
