import { CircleCheck, CircleX, Clock, Inbox, LockKeyhole, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EndedFlow } from '../flow/ended-flow.js';
import { dayInWords } from '../format/dates.js';
import { commonTexts } from '../text/common-texts.js';
import { useLanguage, useTexts } from '../text/language.js';
import { BrandHeader } from './brand-header.js';
import { Button } from './button.js';
import { largeIcon } from './icons.js';
import { stateTexts } from './state-texts.js';
import { useHeading } from './use-heading.js';

const icons = {
  blocked: LockKeyhole,
  waiting: Clock,
  done: CircleCheck,
  ended: CircleX,
  problem: TriangleAlert,
  offline: WifiOff,
  empty: Inbox,
} as const;

type Icon = keyof typeof icons;

const colours: Readonly<Record<Icon, string>> = {
  blocked: 'text-n-500',
  waiting: 'text-n-500',
  done: 'text-success',
  ended: 'text-n-500',
  problem: 'text-warning',
  offline: 'text-n-500',
  empty: 'text-n-500',
};

/** States that several pages share; every other state brings its own texts. */
export type KnownState =
  /** The link is unknown, withdrawn or meant for somebody else, or the page does not exist. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'busy'; readonly requestId: string | null }
  | { readonly kind: 'tooMany'; readonly secondsLeft: number }
  | { readonly kind: 'handedOver' }
  | (EndedFlow & { readonly act: 'sign' | 'fill' });

interface Words {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
}

interface Way {
  readonly label: string;
  readonly run: () => void;
}

interface Ways {
  readonly action?: Way;
  readonly second?: Way;
  readonly children?: ReactNode;
}

/** Page without a task: one icon, one sentence and at most two buttons. */
export function StatePage(props: (Words | { readonly state: KnownState }) & Ways) {
  const known = useKnownWords('state' in props ? props.state : null);
  const { icon, title, text } = 'state' in props ? known : props;
  const { action, second, children } = props;
  const heading = useHeading(title);
  const Icon = icons[icon];
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

function useKnownWords(state: KnownState | null): Words {
  const t = useTexts(stateTexts);
  const app = useTexts(commonTexts);
  const { language } = useLanguage();
  switch (state?.kind) {
    case undefined:
    case 'invalid':
      return { icon: 'blocked', title: t.invalidTitle, text: t.invalidText };
    case 'broken':
      return { icon: 'problem', title: t.brokenTitle, text: t.brokenText };
    case 'offline':
      return { icon: 'offline', title: t.offlineTitle, text: app.offlineText };
    case 'busy':
      return { icon: 'problem', title: t.busyTitle, text: t.busyText(state.requestId ?? '') };
    case 'tooMany':
      return { icon: 'waiting', title: t.tooManyTitle, text: t.tooManyText(state.secondsLeft) };
    case 'handedOver':
      return { icon: 'ended', title: t.handedOverTitle, text: t.handedOverText };
    case 'refused':
      return { icon: 'ended', title: t.refusedTitle, text: t.endedText(state.reason ?? '') };
    case 'revoked':
      return { icon: 'ended', title: t.revokedTitle, text: t.endedText(state.reason ?? '') };
    case 'expired': {
      const day = state.deadline === null ? '' : dayInWords(state.deadline, language);
      return { icon: 'ended', title: t.expiredTitle, text: t.expiredText[state.act](day) };
    }
  }
}
