import { closePad, openPad, watchPad } from '@cinnabar/api/pages/pad.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Refused } from '../api/refused.js';
import { Button } from '../shared/components/button.js';
import { QrCode } from '../shared/components/qr-code.js';
import { Sheet } from '../shared/components/sheet.js';
import { phonePadTexts } from '../shared/handwriting/phone-pad-texts.js';
import { useLink } from '../shared/link/link-context.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';

interface Props {
  readonly close: () => void;
  /** Returns to the pad on this screen. */
  readonly back: () => void;
  readonly use: (picture: string, ratio: number) => void;
}

const FOLLOW_MS = 2_000;

/** QR code that opens a pad on a phone, which is better for writing than a mouse; the result is fetched here. */
export default function PhonePad({ close, back, use }: Props) {
  const t = useTexts(phonePadTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  // Each opening of the sheet requests a new code; codes are never reused.
  const opened = useQuery({
    queryKey: ['pad opened', link.linkId],
    queryFn: () => link.call(openPad, {}),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const address = opened.data?.address;
  const following = useQuery({
    queryKey: ['pad state', address],
    queryFn: () => link.call(watchPad, {}),
    enabled: address !== undefined,
    gcTime: 0,
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (isFinal(state.data, state.error) ? false : FOLLOW_MS),
  });
  const picture = following.data?.picture ?? null;
  const takeOver = useRef(use);
  takeOver.current = use;
  const { call } = link;
  useEffect(() => {
    if (picture === null) return;
    let isHere = true;
    const image = new Image();
    image.src = picture;
    void image.decode().then(() => {
      if (!isHere) return;
      // The picture is on this page now, so the server can delete it.
      void call(closePad, {}).catch(() => undefined);
      takeOver.current(picture, image.naturalWidth / image.naturalHeight);
    });
    return () => {
      isHere = false;
    };
  }, [picture, call]);

  const isOver = following.data?.state === 'over';
  const error = opened.error ?? (isFinal(following.data, following.error) ? following.error : null);
  const words = error === null ? '' : error instanceof Refused ? error.message : app.offlineText;
  const again = isOver || error !== null;
  return (
    <Sheet
      title={t.title}
      isOpen
      close={close}
      footer={
        <div className="grid gap-2">
          {again && (
            <Button look="ink" wide onPress={() => void opened.refetch()}>
              {t.anew}
            </Button>
          )}
          <Button wide onPress={back}>
            {t.here}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col items-center gap-3 pt-2 text-center">
        {address !== undefined && !again && picture === null && <QrCode text={address} label={t.code} />}
        <p role="status" className="m-0 min-h-6 text-body text-n-700">
          {error !== null ? words : isOver ? t.over : picture !== null ? t.taken : t.waiting}
        </p>
        {!again && <p className="m-0 text-small text-n-500">{t.once}</p>}
      </div>
    </Sheet>
  );
}

/** Whether polling ends: a refusal is final, a lost connection is retried. */
function isFinal(data: { readonly state: string } | undefined, error: Error | null): boolean {
  return (data !== undefined && data.state !== 'waiting') || error instanceof Refused;
}
