import { QrCode, Undo2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import SignaturePad from 'signature_pad';
import { Button, IconButton } from '../components/button.js';
import { iconSize } from '../components/icons.js';
import { Sheet } from '../components/sheet.js';
import { TickBox } from '../components/tick-box.js';
import { useBackCloses } from '../components/use-back-closes.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { handwritingTexts } from './handwriting-texts.js';
import { phonePadTexts } from './phone-pad-texts.js';
import { useUpright } from './use-upright.js';
import { exportInk, inkOf } from './written-ink.js';

interface Props {
  readonly close: () => void;
  /** Whether the signature can be saved for later use. */
  readonly canKeep: boolean;
  readonly use: (picture: string, ratio: number, isKept: boolean) => void;
  /** Switches to writing on a phone; null on phones. */
  readonly phone: (() => void) | null;
}

type Strokes = ReturnType<SignaturePad['toData']>;

/** A pad for handwritten signatures. Only the picture is sent; how it was written never leaves the browser. */
export default function HandwritingPad({ close, canKeep, use, phone }: Props) {
  const t = useTexts(handwritingTexts);
  const onPhone = useTexts(phonePadTexts);
  const isUpright = useUpright();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  const [isKept, setKept] = useState(false);
  const pad = usePad(canvas, () => setEmpty(false));

  function finish() {
    const element = canvas.current;
    const ink = inkOf(pad.strokes(), isUpright);
    if (element === null || ink === null) {
      setEmpty(true);
      return;
    }
    const made = exportInk(element, ink, isUpright);
    use(made.picture, made.ratio, isKept);
  }

  const alert = isEmpty ? t.padEmpty : '';
  const surface = (
    <canvas
      ref={canvas}
      aria-label={t.padHint}
      className="block size-full touch-none rounded-card border border-n-300 bg-n-0"
    />
  );
  const keep = canKeep ? (
    <TickBox
      isTicked={isKept}
      onChange={setKept}
      look="flex min-h-11 min-w-11 items-center justify-center gap-2 text-small text-n-700"
    >
      {t.keepIt}
    </TickBox>
  ) : null;
  const undo = (
    <Button isDisabled={!pad.canUndo} aria-label={t.undo} onPress={pad.undo}>
      <Undo2 {...iconSize} />
    </Button>
  );
  if (isUpright) {
    return (
      <UprightPad close={close} isBlank={pad.isBlank} alert={alert} surface={surface} keep={keep}>
        <SidewaysButton isDisabled={!pad.canUndo} label={t.undo} press={pad.undo}>
          <Undo2 {...iconSize} className="rotate-90" />
        </SidewaysButton>
        <SidewaysButton isDisabled={pad.isBlank} press={pad.clear}>
          {t.clear}
        </SidewaysButton>
        <SidewaysButton isInk press={finish}>
          {t.use}
        </SidewaysButton>
      </UprightPad>
    );
  }
  return (
    <Sheet
      title={t.padTitle}
      isOpen
      wide
      close={close}
      footer={
        <div className="grid grid-cols-[auto_auto_1fr] gap-2">
          {undo}
          <Button isDisabled={pad.isBlank} onPress={pad.clear}>
            {t.clear}
          </Button>
          <Button look="ink" wide onPress={finish}>
            {t.use}
          </Button>
        </div>
      }
    >
      <div className="relative mt-1 aspect-[3/1] max-h-[60dvh] w-full">
        {surface}
        <span
          aria-hidden
          className="pointer-events-none absolute right-6 bottom-[28%] left-6 h-px bg-n-200"
        />
        {pad.isBlank && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-0 flex items-center justify-center text-body text-n-500"
          >
            {t.padHint}
          </span>
        )}
      </div>
      <div className="mt-1 flex min-h-11 items-center justify-between gap-3">
        <p role="alert" className="m-0 text-small text-danger">
          {alert}
        </p>
        {keep}
      </div>
      {phone !== null && (
        <Button look="link" small onPress={phone}>
          <QrCode {...iconSize} />
          {onPhone.title}
        </Button>
      )}
    </Sheet>
  );
}

/** The strokes, with undo and clear. */
function usePad(canvas: RefObject<HTMLCanvasElement | null>, wrote: () => void) {
  const pad = useRef<SignaturePad | null>(null);
  const [count, setCount] = useState(0);
  const [cleared, setCleared] = useState<Strokes | null>(null);
  const onWrite = useRef(wrote);
  onWrite.current = wrote;

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const made = new SignaturePad(element, {
      minWidth: 1.2,
      maxWidth: 4.2,
      velocityFilterWeight: 0.7,
      minDistance: 2,
      penColor: '#111111',
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
    const onEnd = () => {
      setCount(made.toData().length);
      setCleared(null);
      onWrite.current();
    };
    // Once a pen has been used, touches are ignored: they come from the resting palm.
    let hasPen = false;
    const onDown = (event: PointerEvent) => {
      if (event.pointerType === 'pen') hasPen = true;
      else if (hasPen && event.pointerType === 'touch') event.stopImmediatePropagation();
    };
    element.addEventListener('pointerdown', onDown, { capture: true });
    made.addEventListener('endStroke', onEnd);
    const watcher = new ResizeObserver(fit);
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      element.removeEventListener('pointerdown', onDown, { capture: true });
      made.off();
    };
  }, [canvas]);

  const undo = useCallback(() => {
    const now = pad.current;
    if (now === null) return;
    const written = cleared ?? now.toData().slice(0, -1);
    now.clear();
    now.fromData(written);
    setCleared(null);
    setCount(written.length);
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

  return {
    isBlank: count === 0,
    canUndo: count > 0 || cleared !== null,
    undo,
    clear() {
      setCleared(pad.current?.toData() ?? null);
      pad.current?.clear();
      setCount(0);
    },
    strokes: () => pad.current?.toData() ?? [],
  };
}

interface UprightProps {
  readonly close: () => void;
  readonly isBlank: boolean;
  readonly alert: string;
  readonly surface: ReactNode;
  readonly keep: ReactNode;
  readonly children: ReactNode;
}

/**
 * On a phone held upright, the signature is written along the long side. Labels and buttons are rotated, but not the
 * canvas: pointer coordinates on a rotated canvas would be wrong.
 */
function UprightPad({ close, isBlank, alert, surface, keep, children }: UprightProps) {
  const t = useTexts(handwritingTexts);
  const app = useTexts(commonTexts);
  useBackCloses(true, close);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && close()}
      className="fixed inset-0 z-40 animate-fade bg-n-50"
    >
      <Modal className="h-full">
        <Dialog className="flex h-full gap-3 p-3 pb-[max(12px,env(safe-area-inset-bottom))] outline-none">
          <div className="flex w-12 shrink-0 flex-col gap-2">{children}</div>
          <div className="relative min-w-0 flex-1">
            {surface}
            <span
              aria-hidden
              className="pointer-events-none absolute top-8 bottom-8 left-[28%] w-px bg-n-200"
            />
            {isBlank && (
              <span
                aria-hidden
                className="pointer-events-none absolute inset-0 flex items-center justify-center text-title text-n-500 sideways"
              >
                {t.padHint}
              </span>
            )}
          </div>
          <div className="flex w-11 shrink-0 flex-col items-center">
            <Heading slot="title" className="m-0 py-2 text-title font-semibold sideways">
              {t.padTitle}
            </Heading>
            <p role="alert" className="m-0 mt-3 min-h-0 flex-1 text-small text-danger sideways">
              {alert}
            </p>
            <span className="mb-3 sideways">{keep}</span>
            <IconButton label={app.close} onPress={close}>
              <X {...iconSize} />
            </IconButton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface SidewaysProps {
  readonly isInk?: boolean;
  readonly isDisabled?: boolean;
  readonly label?: string;
  readonly press: () => void;
  readonly children: ReactNode;
}

function SidewaysButton({ isInk = false, isDisabled = false, label, press, children }: SidewaysProps) {
  return (
    <span className={`flex w-12 flex-col ${isInk ? 'min-h-0 flex-1' : 'h-24'}`}>
      <Button
        look={isInk ? 'ink' : 'plain'}
        fills
        isDisabled={isDisabled}
        {...(label === undefined ? {} : { 'aria-label': label })}
        onPress={press}
      >
        <span className="sideways">{children}</span>
      </Button>
    </span>
  );
}
