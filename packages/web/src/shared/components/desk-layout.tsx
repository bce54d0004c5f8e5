import type { KeyboardEventHandler, ReactNode, Ref } from 'react';

interface Props {
  readonly header: ReactNode;
  /** Skip link: lets keyboard users jump past the header and the document to the element with this id. */
  readonly skip?: { readonly to: string; readonly label: string };
  /** Notices and tools between the header and the body. */
  readonly above?: ReactNode;
  /** Panels beside the body on desktops, before and after it. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Bottom bar, within reach of the thumb on phones. */
  readonly below?: ReactNode;
  /** Live announcement for screen readers. */
  readonly said?: string;
  /** The body is taller than the window and contains no scrolling element of its own. */
  readonly isScrolled?: boolean;
  /** Keyboard handler of the body. */
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>;
  /** Wraps the body and the panels beside it. */
  readonly middleRef?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
  /** Sheets. */
  readonly over?: ReactNode;
}

/** Layout of a page on which people work: header, body, side panels and a bar of actions. */
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
    // With large type, header and tools may take most of the window: they then scroll away, and the bar stays.
    <div className="flex h-full flex-col overflow-y-auto">
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
      <div ref={middleRef} className="flex min-h-3/5 flex-1">
        {before}
        <main
          className={`min-w-0 flex-1 ${isScrolled === true ? 'overflow-y-auto' : ''}`}
          onKeyDown={onKeyDown}
        >
          {children}
        </main>
        {after}
      </div>
      {below !== undefined && <div className="sticky bottom-0 z-20 shrink-0">{below}</div>}
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
  /** Wide enough for input fields. */
  readonly isWide?: boolean;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Side panel, shown on desktops. */
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

/** Bar of actions below the document. */
export function DeskBar({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <footer id={id} className="safe-bottom shrink-0 border-t border-n-200 bg-n-0 px-4 pt-3 lg:px-6">
      {children}
    </footer>
  );
}
