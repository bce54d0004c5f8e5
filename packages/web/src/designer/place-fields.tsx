import { useState } from 'react';
import { PX_PER_MM } from '../shared/document/seal-geometry.js';
import { useTexts } from '../shared/text/language.js';
import type { Box } from './commands.js';
import { isFixedSize, kindOf, sizeOf } from './control-kinds.js';
import type { Control } from './design.js';
import { propertyTexts } from './property-texts.js';

interface Props {
  readonly control: Control;
  readonly move: (box: Partial<Box>) => void;
}

/** Position and size as numbers: an alternative to dragging (WCAG 2.5.7). */
export function PlaceFields({ control, move }: Props) {
  const t = useTexts(propertyTexts);
  const [unit, setUnit] = useState<'px' | 'mm'>('mm');
  const box: Box = { x: control.x, y: control.y, ...sizeOf(control) };
  const names = [
    ...(kindOf(control) === 'seam' ? [] : (['x'] as const)),
    'y' as const,
    ...(isFixedSize(control) ? [] : (['width', 'height'] as const)),
  ];
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="mb-1 flex w-full items-center justify-between p-0 text-small text-n-600">
        {t.place}
        <span className="inline-flex rounded-control bg-n-100 p-0.5">
          {(['mm', 'px'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={unit === each}
              onClick={() => setUnit(each)}
              className={`relative h-9 min-w-11 rounded-[6px] border-0 px-2 text-small before:absolute before:-inset-1 ${unit === each ? 'bg-n-0 font-medium text-n-900 shadow-paper' : 'bg-transparent text-n-600'}`}
            >
              {t[each]}
            </button>
          ))}
        </span>
      </legend>
      <div className="grid grid-cols-2 gap-2">
        {names.map((name) => (
          <NumberInput
            key={name}
            label={t[name]}
            px={box[name]}
            unit={unit}
            set={(value) => move({ [name]: Math.max(0, value) })}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface NumberProps {
  readonly label: string;
  readonly px: number;
  readonly unit: 'px' | 'mm';
  readonly set: (px: number) => void;
}

function NumberInput({ label, px, unit, set }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = unit === 'px' ? String(Math.round(px)) : (px / PX_PER_MM).toFixed(1);
  const take = () => {
    const value = Number(typed);
    setTyped(null);
    if (typed === null || typed.trim() === '' || !Number.isFinite(value)) return;
    set(Math.round(unit === 'px' ? value : value * PX_PER_MM));
  };
  return (
    <label className="flex h-11 items-center gap-2 rounded-control border border-n-400 bg-n-0 px-3 has-[:focus]:outline-2 has-[:focus]:outline-info">
      <span className="shrink-0 text-small text-n-600">{label}</span>
      <input
        value={typed ?? shown}
        inputMode="decimal"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
        className="figures w-full min-w-0 border-0 bg-transparent p-0 text-right text-input outline-none focus-visible:outline-none"
      />
    </label>
  );
}
