import { CircleCheck, CircleX, Clock, Inbox, LockKeyhole, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { isFramed } from '../embed/host.js';
import { openPage } from '../router/open-page.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
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
  /** The link is unknown, withdrawn or meant for somebody else. */
  | { readonly kind: 'invalid' }
  /** The address names no page. */
  | { readonly kind: 'unknown' }
  /** The address names no page of the console. */
  | { readonly kind: 'noSection' }
  /** A link to a file has expired. */
  | { readonly kind: 'fileOver' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'busy'; readonly requestId: string | null }
  | { readonly kind: 'tooMany'; readonly secondsLeft: number }
  | { readonly kind: 'handedOver' };

export interface StateWords {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
}

/** A button of the page. */
export interface Way {
  readonly label: string;
  readonly run: () => void;
}

interface Ways {
  readonly action?: Way;
  /** In order of importance, after `action`. */
  readonly ways?: readonly Way[];
  readonly children?: ReactNode;
}

/** Page without a task: one icon, one sentence, and the ways that lead on. */
export function StatePage(props: (StateWords | { readonly state: KnownState }) & Ways) {
  const known = useKnownWords('state' in props ? props.state : null);
  const { icon, title, text } = 'state' in props ? known : props;
  const { action, ways = [], children } = props;
  const toContracts = useWayToContracts();
  const given = action === undefined ? ways : [action, ...ways];
  const isDeadEnd =
    given.length === 0 &&
    'state' in props &&
    ['invalid', 'unknown', 'noSection', 'fileOver', 'handedOver'].includes(props.state.kind);
  const [first, ...others] = isDeadEnd ? toContracts : given;
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
          {first !== undefined && (
            <div className="mt-8 flex w-full flex-col gap-2">
              <Button look="ink" wide onPress={first.run}>
                {first.label}
              </Button>
              {others.map(({ label, run }) => (
                <Button key={label} look="quiet" wide onPress={run}>
                  {label}
                </Button>
              ))}
            </div>
          )}
        </div>
      </main>
    </div>
  );
}

/** For visitors whose page leads nowhere; none in a frame, which belongs to another site. */
export function useWayToContracts(): readonly Way[] {
  const t = useTexts(commonTexts);
  return isFramed ? [] : [{ label: t.toContracts, run: () => openPage('contracts', {}) }];
}

function useKnownWords(state: KnownState | null): StateWords {
  const t = useTexts(stateTexts);
  const app = useTexts(commonTexts);
  switch (state?.kind) {
    case undefined:
    case 'invalid':
      return { icon: 'blocked', title: t.invalidTitle, text: t.invalidText };
    case 'unknown':
      return { icon: 'problem', title: t.unknownTitle, text: t.unknownText };
    case 'noSection':
      return { icon: 'problem', title: t.unknownTitle, text: t.noSectionText };
    case 'fileOver':
      return { icon: 'ended', title: t.fileOverTitle, text: t.fileOverText };
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
  }
}
