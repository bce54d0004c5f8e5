import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import { useOnline } from '../state/use-online.js';

const looks = {
  /** Reserved for the legally binding act. */
  binding: 'bg-cinnabar-600 text-n-0 hover:bg-cinnabar-700',
  ink: 'bg-n-900 text-n-0 hover:bg-n-800',
  plain: 'border border-n-400 bg-n-0 text-n-900 hover:bg-n-50',
  danger: 'border border-danger bg-n-0 text-danger hover:bg-danger-tint',
  /** Only in confirmation dialogs. */
  dangerous: 'bg-danger text-n-0',
  quiet: 'text-n-700 hover:bg-n-100',
  link: 'text-cinnabar-600 underline-offset-4 hover:underline px-1',
} as const;

interface Props extends Omit<ButtonProps, 'children' | 'className' | 'style'> {
  readonly look?: keyof typeof looks;
  readonly wide?: boolean;
  /** Label while the act runs; the button keeps its size. */
  readonly busyLabel?: string | null;
  readonly small?: boolean;
  /** Disabled while the device is offline: an act that only the server completes. */
  readonly needsNetwork?: boolean;
  /** Fills the available width and height. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

export function Button(props: Props) {
  const {
    look = 'plain',
    wide = false,
    small = false,
    needsNetwork = false,
    fills = false,
    busyLabel = null,
    ...rest
  } = props;
  const isOnline = useOnline();
  // The button keeps the focus while busy, so that a screen reader announces the new label; only pressing is disabled.
  const busy =
    busyLabel === null ? {} : ({ 'aria-disabled': true, onPress: ignore, type: 'button' } as const);
  const size = fills
    ? 'size-full text-input'
    : small
      ? 'min-h-11 min-w-11 px-3 text-small'
      : 'min-h-12 px-4 text-input';
  return (
    <AriaButton
      {...rest}
      {...busy}
      isDisabled={rest.isDisabled === true || (needsNetwork && busyLabel === null && !isOnline)}
      className={`inline-flex items-center justify-center gap-2 rounded-control font-medium transition-[background-color,transform] duration-[120ms] ease-calm select-none active:scale-[.98] disabled:cursor-not-allowed disabled:border disabled:border-n-300 disabled:bg-n-100 disabled:text-n-500 aria-disabled:cursor-progress aria-disabled:opacity-80 aria-disabled:active:scale-100 ${size} ${wide ? 'w-full' : ''} ${looks[look]}`}
    >
      {busyLabel ?? rest.children}
    </AriaButton>
  );
}

function ignore(): void {}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'className' | 'style'> {
  readonly label: string;
  readonly children: ReactNode;
}

/** The touch target measures 44 px, whatever the size of the icon. */
export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <AriaButton
      {...rest}
      aria-label={label}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-n-700 transition-colors duration-[120ms] select-none hover:bg-n-100 disabled:text-n-300"
    >
      {children}
    </AriaButton>
  );
}
