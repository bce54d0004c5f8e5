import { useState } from 'react';
import { useTexts } from '../shared/text/language.js';
import { canvasTexts } from './canvas-texts.js';
import type { CanvasControl } from './canvas-types.js';
import { kindIcons } from './kind-look.js';
import type { PartyLook } from './party-look.js';

interface Props {
  readonly control: Pick<
    CanvasControl,
    'kind' | 'name' | 'required' | 'shown' | 'drawn' | 'x' | 'y' | 'width'
  >;
  readonly look: PartyLook;
  /** In screen px. */
  readonly width: number;
  readonly height: number;
}

/** px; what is drawn begins below the border. */
const EDGE = 1.5;

/** A control on its page: letter and colour show its party, icon and name its kind. */
export function ControlFace({ control, look, width, height }: Props) {
  const t = useTexts(canvasTexts);
  const { kind, name, required, shown, drawn } = control;
  const scale = width / control.width;
  // Its words are read until there is a picture, and again once its link has expired.
  const [loaded, setLoaded] = useState('');
  const Icon = kindIcons[kind];
  const isTall = height >= 44 && width >= 44;
  const isTiny = height < 15 || width < 32;
  return (
    <span
      className={`absolute inset-0 flex items-center overflow-hidden rounded-marker border-[1.5px] ${look.edge} ${look.dash} ${look.tint} ${look.words} ${isTall ? 'flex-col justify-center gap-0.5 text-center' : 'justify-start'}`}
    >
      {!isTiny && loaded !== (drawn?.picture ?? null) && (
        <span
          className={`flex min-w-0 max-w-full items-center rounded-marker bg-n-0/85 ${isTall ? 'flex-col gap-0.5 px-1.5 py-1' : 'gap-1 px-1'}`}
        >
          <Icon
            size={isTall ? 20 : Math.min(14, height - 6)}
            strokeWidth={1.75}
            aria-hidden
            className="shrink-0"
          />
          <bdi
            className={`min-w-0 font-medium ${isTall ? 'line-clamp-2 max-w-full text-caption' : 'truncate leading-none'}`}
            style={isTall ? undefined : { fontSize: Math.min(13, Math.max(11, height * 0.6)) }}
          >
            {shown ?? (name === '' ? t[kind] : name)}
            {/* The space keeps the name apart from the letter of the party, where both are read as one text. */}
            {required ? ' *' : ' '}
          </bdi>
        </span>
      )}
      {drawn !== undefined && (
        <>
          <img
            src={drawn.picture}
            alt=""
            draggable={false}
            onLoad={() => setLoaded(drawn.picture)}
            onError={() => setLoaded('')}
            className="absolute max-w-none"
            style={{
              left: -control.x * scale - EDGE,
              top: -control.y * scale - EDGE,
              width: drawn.width * scale,
              height: drawn.height * scale,
            }}
          />
          <span className={`absolute inset-0 ${look.tint}`} />
        </>
      )}
    </span>
  );
}

/** The letter of the party, drawn outside the control so that small ones can be told apart. */
export function ControlLetter({ look }: { readonly look: PartyLook }) {
  return (
    <span
      aria-hidden
      className={`absolute -top-2 -left-2 flex size-4 items-center justify-center rounded-full text-caption leading-none font-semibold ${look.fill} ${look.badge}`}
    >
      {look.letter}
    </span>
  );
}
