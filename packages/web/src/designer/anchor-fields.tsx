import { useRef, useState } from 'react';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { offsetBy } from './anchored.js';
import type { ControlChange } from './commands.js';
import type { Control } from './design.js';
import { propertyTexts } from './property-texts.js';
import type { Anchoring } from './use-anchoring.js';
import { type HitsOf, MAX_HITS } from './use-keyword-hits.js';

interface Props {
  readonly control: Control;
  /** `kind` merges successive changes into one step of undo. */
  readonly change: (change: ControlChange, kind?: string) => void;
  /** The control as it is to be. */
  readonly edit: (control: Control, kind: string) => void;
  readonly hitsOf: HitsOf;
  /** Lets the control follow a text from where it stands. */
  readonly anchor: Anchoring['anchor'];
}

/** Nobody has finished typing before. */
const QUIET_MS = 600;

/** The text that the control follows; without one it keeps its coordinates. */
export function AnchorFields({ control, change, edit, hitsOf, anchor: follow }: Props) {
  const t = useTexts(propertyTexts);
  const { anchor, file } = control;
  /** What is being typed; null: what the design has. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const commit = async (keyword: string, index: number | null) => {
    clearTimeout(timer.current);
    try {
      if (keyword.trim() === '') change({ anchor: null });
      else await follow(control, keyword, index);
      setFailed(false);
      setTyped(null);
    } catch {
      setFailed(true);
    }
  };
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
        error={isFailed ? t.anchorFailed : hits === 0 ? t.anchorNone : null}
        value={typed ?? anchor?.keyword ?? ''}
        onChange={(keyword) => {
          setTyped(keyword);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void commit(keyword, null), QUIET_MS);
        }}
        onBlur={() => typed !== null && void commit(typed, null)}
        maxLength={200}
        autoComplete="off"
      />
      {anchor !== null && (
        <div className="grid grid-cols-3 gap-2">
          {(['index', 'offsetX', 'offsetY'] as const).map((name) => (
            <NumberField
              key={name}
              label={name === 'index' ? t.anchorIndex : name === 'offsetX' ? t.anchorX : t.anchorY}
              value={anchor[name]}
              change={(value) => {
                if (name === 'index') void commit(anchor.keyword, Math.max(1, Math.round(value)));
                else edit(offsetBy(control, name, value), name);
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly change: (value: number) => void;
}

/** Keeps what is typed until the field is left: “-” and “1.” are on the way to a number. */
function NumberField({ label, value, change }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      value={typed ?? String(value)}
      onChange={(text) => {
        setTyped(text);
        const number = Number(text);
        if (text.trim() !== '' && Number.isFinite(number)) change(number);
      }}
      onBlur={() => setTyped(null)}
      inputMode="decimal"
      isNumber
      autoComplete="off"
    />
  );
}
