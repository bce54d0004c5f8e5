import { CircleCheck, CircleX, Clock, Inbox, LockKeyhole, TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { BrandHeader } from './brand-header.js';
import { Button } from './button.js';
import { largeIcon } from './icons.js';

const icons = {
  blocked: LockKeyhole,
  waiting: Clock,
  done: CircleCheck,
  ended: CircleX,
  problem: TriangleAlert,
  offline: WifiOff,
  empty: Inbox,
} as const;

const colours: Readonly<Record<keyof typeof icons, string>> = {
  blocked: 'text-n-500',
  waiting: 'text-n-500',
  done: 'text-success',
  ended: 'text-n-500',
  problem: 'text-warning',
  offline: 'text-n-500',
  empty: 'text-n-500',
};

interface Props {
  readonly icon: keyof typeof icons;
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly second?: { readonly label: string; readonly run: () => void };
  readonly children?: ReactNode;
}

/** How a matter stands when there is nothing to do on its page: one icon, one sentence, at most one thing to press. */
export function StatePage({ icon, title, text, action, second, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const Icon = icons[icon];
  useEffect(() => {
    document.title = title;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <BrandHeader />
      <main className="flex flex-1 flex-col items-center px-4 pt-4 pb-20">
        <div className="m-auto flex w-full max-w-[400px] animate-fade flex-col items-center text-center">
          <Icon {...largeIcon} className={colours[icon]} />
          <h1 ref={heading} tabIndex={-1} className="mt-4 mb-2 text-head font-semibold names">
            {title}
          </h1>
          <p className="m-0 text-body text-n-600 names">{text}</p>
          {children}
          {action !== undefined && (
            <div className="mt-8 w-full">
              <Button look="ink" wide onPress={action.run}>
                {action.label}
              </Button>
            </div>
          )}
          {second !== undefined && (
            <div className="mt-2 w-full">
              <Button look="quiet" wide onPress={second.run}>
                {second.label}
              </Button>
            </div>
          )}
        </div>
      </main>
    </div>
  );
}
