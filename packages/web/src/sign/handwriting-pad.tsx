import { Undo2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { Button } from '../components/button.js';
import { iconSize } from '../components/icons.js';
import { Sheet } from '../components/sheet.js';
import { useTexts } from '../text/language.js';
import { signTexts } from './sign-texts.js';
import { exportInk, inkOf } from './written-ink.js';

interface Props {
  readonly close: () => void;
  readonly use: (picture: string, ratio: number) => void;
}

const INK = '#111111';

/** A pad to write on with a finger, a pen or a mouse. What goes out is the picture; how it was written stays here. */
export default function HandwritingPad({ close, use }: Props) {
  const t = useTexts(signTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const [strokes, setStrokes] = useState(0);
  const [isEmpty, setEmpty] = useState(false);
  const [cleared, setCleared] = useState<ReturnType<SignaturePad['toData']> | null>(null);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const made = new SignaturePad(element, {
      minWidth: 1.2,
      maxWidth: 4.2,
      velocityFilterWeight: 0.7,
      minDistance: 2,
      penColor: INK,
    });
    pad.current = made;
    const fit = () => {
      const density = Math.min(3, window.devicePixelRatio);
      const written = made.toData();
      element.width = element.offsetWidth * density;
      element.height = element.offsetHeight * density;
      element.getContext('2d')?.scale(density, density);
      made.clear();
      made.fromData(written);
    };
    fit();
    const count = () => {
      setStrokes(made.toData().length);
      setEmpty(false);
      setCleared(null);
    };
    made.addEventListener('endStroke', count);
    const watcher = new ResizeObserver(fit);
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.off();
    };
  }, []);

  const undo = useCallback(() => {
    const now = pad.current;
    if (now === null) return;
    const written = cleared ?? now.toData().slice(0, -1);
    now.fromData(written);
    setCleared(null);
    setStrokes(written.length);
  }, [cleared]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 'z') return;
      event.preventDefault();
      undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo]);

  function finish() {
    const element = canvas.current;
    const written = pad.current?.toData();
    const ink = written === undefined ? null : inkOf(written);
    if (element === null || ink === null) {
      setEmpty(true);
      return;
    }
    const made = exportInk(element, ink);
    use(made.picture, made.ratio);
  }

  return (
    <Sheet
      title={t.padTitle}
      isOpen
      wide
      close={close}
      footer={
        <div className="grid grid-cols-[auto_auto_1fr] gap-2">
          <Button isDisabled={strokes === 0 && cleared === null} onPress={undo}>
            <Undo2 {...iconSize} />
            <span className="max-sm:sr-only">{t.undo}</span>
          </Button>
          <Button
            isDisabled={strokes === 0}
            onPress={() => {
              setCleared(pad.current?.toData() ?? null);
              pad.current?.clear();
              setStrokes(0);
            }}
          >
            {t.clear}
          </Button>
          <Button look="ink" wide onPress={finish}>
            {t.use}
          </Button>
        </div>
      }
    >
      <div className="relative mt-1">
        <canvas
          ref={canvas}
          aria-label={t.padHint}
          className="block h-[44dvh] w-full touch-none rounded-card border border-n-300 bg-n-0 sm:aspect-[3/1] sm:h-auto"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute right-6 bottom-[28%] left-6 h-px bg-n-200"
        />
        {strokes === 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-0 flex items-center justify-center text-body text-n-500"
          >
            {t.padHint}
          </span>
        )}
      </div>
      <p role="alert" className="m-0 mt-2 min-h-5 text-small text-danger">
        {isEmpty ? t.padEmpty : ''}
      </p>
    </Sheet>
  );
}
