import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import { useEffect, useRef, useState } from 'react';
import { type MadeRehearsal, PREVIEW, READY } from '../shared/link/rehearsal.js';
import { useTexts } from '../shared/text/language.js';
import { previewTexts } from './preview-texts.js';

interface Props {
  readonly rehearsal: MadeRehearsal;
  readonly isWide: boolean;
}

/** Windows of a phone and of a computer, in px. */
const PHONE = { width: 390, height: 780 } as const;
const COMPUTER = { width: 1280, height: 780 } as const;
/** Below this scale the words of a page cannot be read any more. */
const MIN_SCALE = 0.6;
const GAP = 24;

/** The page of a contract as on a computer and as on a phone, each in a window of its own. */
export function DeviceFrames({ rehearsal, isWide }: Props) {
  const t = useTexts(previewTexts);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => setWidth(element.clientWidth);
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const beside = (width - PHONE.width - GAP) / COMPUTER.width;
  const scale = Math.min(1, beside >= MIN_SCALE ? beside : width / COMPUTER.width);
  return (
    <div ref={box} className="flex flex-wrap" style={{ gap: GAP }}>
      {width > 0 && isWide && (
        <Device label={t.desktop} rehearsal={rehearsal} size={COMPUTER} scale={scale} />
      )}
      {width > 0 && (
        <Device
          label={t.phone}
          rehearsal={rehearsal}
          size={{ ...PHONE, width: Math.min(PHONE.width, width) }}
          scale={1}
        />
      )}
    </div>
  );
}

interface DeviceProps {
  readonly label: string;
  readonly rehearsal: MadeRehearsal;
  readonly size: { readonly width: number; readonly height: number };
  readonly scale: number;
}

function Device({ label, rehearsal, size, scale }: DeviceProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const newest = useRef(rehearsal);
  newest.current = rehearsal;
  useEffect(() => {
    const hand = () =>
      frame.current?.contentWindow?.postMessage(
        { type: PREVIEW, rehearsal: newest.current },
        location.origin,
      );
    const receive = ({ origin, source, data }: MessageEvent<{ readonly type?: string }>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data.type === READY) hand();
    };
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, []);
  useEffect(() => {
    frame.current?.contentWindow?.postMessage({ type: PREVIEW, rehearsal }, location.origin);
  }, [rehearsal]);
  return (
    <section aria-label={label}>
      <h3 className="mt-0 mb-2 text-small font-medium text-n-600">{label}</h3>
      <div
        className="overflow-hidden rounded-card border border-n-300"
        style={{ width: size.width * scale, height: size.height * scale }}
      >
        <iframe
          ref={frame}
          title={label}
          src={pageAddress('preview', {})}
          className="block origin-top-left border-0"
          style={{ width: size.width, height: size.height, transform: `scale(${scale})` }}
        />
      </div>
    </section>
  );
}
