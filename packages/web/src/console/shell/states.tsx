import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { Inbox, LockKeyhole, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Refused } from '../../api/refused.js';
import { Button } from '../../shared/components/button.js';
import { largeIcon, smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk } from './console-context.js';
import { shellTexts } from './shell-texts.js';

const rowLook = 'flex h-18 items-center gap-6 border-b border-n-200 bg-n-0 px-4 lg:h-14 lg:px-6';

/** Placeholder in the shape of rows; it appears after 400 ms, so that fast responses never show it. */
export function RowsSkeleton({ rows = 8 }: { readonly rows?: number }) {
  const t = useTexts(shellTexts);
  return (
    <div role="status" aria-label={t.loading} className="animate-[fade_200ms_400ms_both]">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className={rowLook}>
          <span className="flex flex-1 flex-col gap-2">
            <span className="h-3 w-3/4 rounded-marker bg-n-100" />
            <span className="h-2.5 w-2/5 rounded-marker bg-n-100" />
          </span>
          <span className="h-3 w-24 rounded-marker bg-n-100" />
          <span className="hidden h-3 w-20 rounded-marker bg-n-100 lg:block" />
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Nothing to show: why, and one way on. */
export function Empty({ icon: Icon = Inbox, text, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center">
      <Icon {...largeIcon} className="text-n-400" />
      <p className="mt-4 mb-6 text-body text-n-600">{text}</p>
      {children}
    </div>
  );
}

interface FailedProps {
  readonly error: Error;
  readonly retry: () => void;
  /** What a person without the right may not view. */
  readonly what: string;
}

/** In the place of what could not be loaded; everything else stays. */
export function Failed({ error, retry, what }: FailedProps) {
  if (error instanceof Refused && error.reason === 'NOT_MEMBER') return <Closed />;
  if (error instanceof Refused && error.code === '403') return <DeniedView what={what} />;
  return <Trouble error={error} retry={retry} />;
}

function Trouble({ error, retry }: Omit<FailedProps, 'what'>) {
  const t = useTexts(shellTexts);
  const isOffline = !(error instanceof Refused);
  const Icon = isOffline ? WifiOff : TriangleAlert;
  const isInternal = error instanceof Refused && error.code === '500';
  const words = isOffline ? t.offlineText : isInternal ? t.failed : error.message;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4">
      <p className="m-0 flex items-center gap-2 text-desk text-n-700">
        <Icon {...smallIcon} className="shrink-0 text-warning" />
        <span>
          {words}
          {isInternal && error.requestId !== null && (
            <span className="figures ml-2 text-small text-n-500">{t.requestId(error.requestId)}</span>
          )}
        </span>
      </p>
      <Button small onPress={retry}>
        {t.retry}
      </Button>
    </div>
  );
}

/** The membership has ended since the page was opened. */
function Closed() {
  const t = useTexts(shellTexts);
  return <Empty icon={LockKeyhole} text={t.closedText} />;
}

/** What a person without the right may not view. */
export function DeniedView({ what }: { readonly what: string }) {
  const t = useTexts(shellTexts);
  return <Denied act={t.view(what)} />;
}

/** Without the right to an act, such as “start a contract”: whom to ask. */
export function Denied({ act }: { readonly act: string }) {
  const t = useTexts(shellTexts);
  const { data } = useAsk(baseInfo, {});
  const owner = data?.adminInfo?.userName ?? null;
  return <Empty icon={LockKeyhole} text={owner === null ? t.denied(act) : t.deniedAsk(act, owner)} />;
}
