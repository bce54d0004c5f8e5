import { beginFaceProof, viewFaceProof } from '@cinnabar/api/pages/own-security.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.js';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { QrCode } from '../components/qr-code.js';
import { useTexts } from '../text/language.js';
import { consoleTexts } from './console-texts.js';
import { useFailureWords } from './failure-words.js';

interface Props {
  readonly session: string;
  /** Proves by the check of that number, which has passed. */
  readonly prove: (orderNo: string) => void;
}

const ASK_EVERY_MS = 2000;

/** A face check on a phone or on this device, while the page stays as it is. */
export function FaceProof({ session, prove }: Props) {
  const t = useTexts(consoleTexts);
  const words = useFailureWords();
  const key = { consoleSession: session };
  const beginning = useMutation({ mutationFn: () => call(beginFaceProof, {}, key) });
  const orderNo = beginning.data?.orderNo ?? '';
  const viewing = useQuery({
    queryKey: ['faceProof', orderNo],
    queryFn: () => call(viewFaceProof, { orderNo }, key),
    enabled: orderNo !== '',
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'open' ? ASK_EVERY_MS : false,
  });
  const state = viewing.data?.state ?? 'open';
  useEffect(() => {
    if (orderNo !== '' && state === 'passed') prove(orderNo);
  }, [orderNo, state, prove]);
  const isOver = state === 'failed' || state === 'expired';
  if (beginning.data === undefined || isOver) {
    return (
      <>
        <ErrorLine
          text={isOver ? (state === 'failed' ? t.faceFailed : t.faceExpired) : words(beginning.error)}
        />
        <Button
          look="ink"
          wide
          busyLabel={beginning.isPending ? t.faceStarting : null}
          onPress={() => beginning.mutate()}
        >
          {isOver ? t.faceAgain : t.faceStart}
        </Button>
      </>
    );
  }
  const { address } = beginning.data;
  return (
    <>
      <p className="m-0 mb-4 text-body text-n-700">{t.faceScan}</p>
      <div className="flex justify-center">
        <QrCode text={address} label={t.faceQr} />
      </div>
      <ErrorLine text={words(viewing.error)} />
      <p className="m-0 mt-2 text-center text-body">
        <a
          className="inline-flex min-h-11 items-center text-cinnabar-600"
          href={address}
          target="_blank"
          rel="noreferrer"
        >
          {t.faceHere}
        </a>
      </p>
    </>
  );
}
