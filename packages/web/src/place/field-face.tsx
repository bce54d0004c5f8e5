import { useTexts } from '../shared/text/language.js';
import type { PartyLook } from './party-look.js';
import { placeTexts } from './place-texts.js';
import type { Placed } from './placed.js';
import { iconOf, wordOf } from './tool-look.js';
import { toolOf } from './tools.js';

interface Props {
  readonly field: Pick<Placed, 'type' | 'seam' | 'name' | 'required' | 'fontSize' | 'value'>;
  readonly look: PartyLook;
  readonly isEnterprise: boolean;
  /** In screen px. */
  readonly width: number;
  readonly height: number;
}

/** A field on its page: letter and colour show its party, icon and name its kind. */
export function FieldFace({ field, look, isEnterprise, width, height }: Props) {
  const t = useTexts(placeTexts);
  const tool = toolOf(field);
  const Icon = iconOf(tool, isEnterprise);
  const isTall = height >= 44 && width >= 44;
  const isTiny = height < 15 || width < 32;
  return (
    <span
      className={`absolute inset-0 flex items-center overflow-hidden rounded-marker border-[1.5px] ${look.edge} ${look.dash} ${look.tint} ${look.words} ${isTall ? 'flex-col justify-center gap-0.5 text-center' : 'justify-start'}`}
    >
      {!isTiny && (
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
            {field.name === '' ? wordOf(tool, isEnterprise, t) : field.name}
            {field.required ? ' *' : ''}
          </bdi>
        </span>
      )}
    </span>
  );
}

/** The letter of the party, drawn outside the field so that small fields can be told apart. */
export function FieldLetter({ look }: { readonly look: PartyLook }) {
  return (
    <span
      aria-hidden
      className={`absolute -top-2 -left-2 flex size-4 items-center justify-center rounded-full text-[11px] leading-none font-semibold text-n-0 ${look.fill}`}
    >
      {look.letter}
    </span>
  );
}
