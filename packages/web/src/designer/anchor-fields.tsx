import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import type { ControlChange } from './commands.js';
import type { Control } from './design.js';
import { propertyTexts } from './property-texts.js';
import { type HitsOf, MAX_HITS } from './use-keyword-hits.js';

interface Props {
  readonly control: Control;
  /** `kind` merges successive changes into one step of undo. */
  readonly change: (change: ControlChange, kind?: string) => void;
  readonly hitsOf: HitsOf;
}

/** The text that the control follows; without one it keeps its coordinates. */
export function AnchorFields({ control, change, hitsOf }: Props) {
  const t = useTexts(propertyTexts);
  const { anchor, file } = control;
  const hits = anchor === null ? null : hitsOf(file, anchor.keyword);
  return (
    <>
      <TextField
        label={t.anchor}
        hint={
          hits === null || hits === 0
            ? t.anchorHint
            : hits >= MAX_HITS
              ? t.anchorMany(MAX_HITS)
              : t.anchorHits(hits)
        }
        error={hits === 0 ? t.anchorNone : null}
        value={anchor?.keyword ?? ''}
        onChange={(keyword) =>
          change(
            {
              anchor:
                keyword === '' ? null : { ...(anchor ?? { index: 1, offsetX: 0, offsetY: 0 }), keyword },
            },
            'anchor',
          )
        }
        maxLength={200}
        autoComplete="off"
      />
      {anchor !== null && (
        <div className="grid grid-cols-3 gap-2">
          {(['index', 'offsetX', 'offsetY'] as const).map((name) => (
            <TextField
              key={name}
              label={name === 'index' ? t.anchorIndex : name === 'offsetX' ? t.anchorX : t.anchorY}
              value={String(anchor[name])}
              onChange={(typed) => {
                const value = Number(typed);
                if (typed.trim() === '' || !Number.isFinite(value)) return;
                const fine = name === 'index' ? Math.max(1, Math.round(value)) : value;
                change({ anchor: { ...anchor, [name]: fine } }, name);
              }}
              inputMode="decimal"
              isNumber
              autoComplete="off"
            />
          ))}
        </div>
      )}
    </>
  );
}
