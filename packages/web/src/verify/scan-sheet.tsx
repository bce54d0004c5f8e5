import { ImageUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { iconSize } from '../shared/components/icons.js';
import { Sheet } from '../shared/components/sheet.js';
import { useTexts } from '../shared/text/language.js';
import { checkCodeIn } from './check-code-in.js';
import { checkTexts } from './check-texts.js';
import { qrDetector } from './qr-detector.js';

interface Props {
  readonly close: () => void;
  readonly found: (code: string) => void;
}

const LOOK_EVERY_MS = 250;

type Trouble = 'noCamera' | 'noCode';

/** Reads the QR code of a check copy by the camera, or from a photograph. Nothing leaves the browser. */
export default function ScanSheet({ close, found }: Props) {
  const t = useTexts(checkTexts);
  const video = useRef<HTMLVideoElement>(null);
  const [detector] = useState(qrDetector);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const tell = useRef(found);
  tell.current = found;

  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    async function look() {
      const element = video.current;
      if (isOver || element === null || detector === null) return;
      const codes =
        element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA ? [] : await detector.detect(element);
      const code = codes.map(({ rawValue }) => checkCodeIn(rawValue)).find((each) => each !== null);
      if (isOver) return;
      if (code === undefined) timer = setTimeout(() => void look(), LOOK_EVERY_MS);
      else tell.current(code);
    }
    async function begin() {
      const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      stream = camera;
      if (isOver || video.current === null) {
        stop();
        return;
      }
      video.current.srcObject = camera;
      await video.current.play();
      await look();
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    begin().catch(() => {
      if (!isOver) setTrouble('noCamera');
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [detector]);

  async function read(file: File) {
    const picture = await createImageBitmap(file).catch(() => null);
    const codes = picture === null || detector === null ? [] : await detector.detect(picture);
    const code = codes.map(({ rawValue }) => checkCodeIn(rawValue)).find((each) => each !== null);
    if (code === undefined) setTrouble('noCode');
    else tell.current(code);
  }

  return (
    <Sheet title={t.scanTitle} isOpen close={close}>
      {trouble !== 'noCamera' && (
        <video
          ref={video}
          muted
          playsInline
          aria-label={t.scanTitle}
          className="aspect-square w-full rounded-card bg-n-900 object-cover"
        />
      )}
      <p role="status" className="my-4 text-body text-n-700">
        {trouble === null ? t.scanHint : t[trouble]}
      </p>
      <label className="inline-flex min-h-12 w-full cursor-pointer items-center justify-center gap-2 rounded-control border border-n-400 bg-n-0 px-4 text-input font-medium hover:bg-n-50 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info">
        <ImageUp {...iconSize} />
        {t.scanPicture}
        <input
          type="file"
          accept="image/*"
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file !== undefined) void read(file);
          }}
        />
      </label>
    </Sheet>
  );
}
