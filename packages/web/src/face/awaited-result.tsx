import { finishFaceCheck } from '@cinnabar/api/pages/face.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.js';
import { Refused } from '../api/refused.js';
import { QrCode } from '../shared/components/qr-code.js';
import { StatePage } from '../shared/components/state-page.js';
import { useTexts } from '../shared/text/language.js';
import { faceTexts } from './face-texts.js';
import type { ProviderReturn } from './provider-return.js';

/** Poll interval while the provider has no result, or does not answer. */
const POLL_MS = 3_000;

interface Props {
  readonly orderNo: string;
  /** null: the person is still at the provider. */
  readonly returned: ProviderReturn | null;
  /** The provider's address, to be scanned with its app; null: it is open already. */
  readonly scanned: string | null;
  /** Loads the state of the check again: another tab may have finished it, or it has expired. */
  readonly reopen: () => void;
  readonly startAgain: () => void;
}

/** While the person is at the provider and after they have returned: the page continues as soon as the result is known. */
export function AwaitedResult({ orderNo, returned, scanned, reopen, startAgain }: Props) {
  const t = useTexts(faceTexts);
  const asking = useQuery({
    queryKey: ['face', orderNo, 'result', returned],
    queryFn: () => call(finishFaceCheck, { orderNo, ...(returned === null ? {} : { returned }) }),
    refetchInterval: ({ state }) =>
      state.data?.redirect === null || isPassing(state.error) ? POLL_MS : false,
    retry: false,
  });
  const { error } = asking;
  const redirect = asking.data?.redirect;
  useEffect(() => {
    if (typeof redirect === 'string') location.replace(redirect);
  }, [redirect]);
  const isOver = error instanceof Refused && ['409', '410'].includes(error.code);
  useEffect(() => {
    if (isOver) reopen();
  }, [isOver, reopen]);
  const action = { label: t.startAgain, run: startAgain };
  if (error instanceof Refused && !isOver && !isPassing(error)) {
    const text = error.code === '1403' ? t.unconfirmed : error.message;
    return <StatePage icon="ended" title={t.failedTitle} text={text} action={action} />;
  }
  if (error !== null && !isOver)
    return <StatePage icon="waiting" title={t.finishing} text={t.unavailable} action={action} />;
  if (scanned === null) {
    return <StatePage icon="waiting" title={t.finishing} text={t.waiting} action={action} />;
  }
  return (
    <StatePage icon="waiting" title={t.scanTitle} text={t.scanText} action={action}>
      <div className="mt-4">
        <QrCode text={scanned} label={t.scanTitle} isLong />
      </div>
    </StatePage>
  );
}

/** Whether the same question may have another answer soon. */
function isPassing(error: Error | null): boolean {
  if (!(error instanceof Refused)) return error !== null;
  return ['429', '500', '503', 'FACE_SERVICE_UNAVAILABLE'].includes(error.code);
}
