import { ArrowDown, ArrowUp, Copy, Files, Group, LocateFixed, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Arrangement } from '../canvas/geometry/arranging.js';
import { Button, IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { ActMenu } from './act-menu.js';
import ArrangeMenu from './arrange-menu.js';
import type { ControlKind } from './control-kinds.js';
import type { Control } from './design.js';
import type { Unit } from './list-cells.js';
import { listTexts } from './list-texts.js';

interface Props {
  readonly selected: readonly Control[];
  readonly maxPage: number;
  readonly unit: Unit;
  readonly setUnit: (unit: Unit) => void;
  /** What can be added, with its words. */
  readonly kinds: readonly (readonly [kind: ControlKind, words: string])[];
  /** Whether selections are kept as blocks here. */
  readonly hasBlocks: boolean;
  readonly isReadOnly: boolean;
  readonly acts: {
    readonly add: (kind: ControlKind) => void;
    readonly show: (control: Control) => void;
    readonly shift: (by: 1 | -1) => void;
    readonly arrange: (arrangement: Arrangement) => void;
    readonly duplicate: () => void;
    readonly copyTo: () => void;
    /** null: nothing of the selection can be kept. */
    readonly keepBlock: (() => void) | null;
    readonly moveTo: (page: number) => void;
    readonly rename: (pattern: string) => void;
    readonly remove: () => void;
  };
}

/** Acts on the selected rows. */
export function ListBar({ selected, maxPage, unit, setUnit, kinds, hasBlocks, isReadOnly, acts }: Props) {
  const t = useTexts(listTexts);
  const [first] = selected;
  const isIdle = first === undefined || isReadOnly;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-n-200 bg-n-0 px-3 py-2">
      <div role="toolbar" aria-label={t.acts} className="flex flex-wrap items-center gap-1">
        <span className="figures mr-2 min-w-20 text-small text-n-600">{t.selected(selected.length)}</span>
        <IconButton
          label={t.show}
          isDisabled={first === undefined}
          onPress={() => first !== undefined && acts.show(first)}
        >
          <LocateFixed {...iconSize} />
        </IconButton>
        <IconButton label={t.earlier} isDisabled={isIdle} onPress={() => acts.shift(-1)}>
          <ArrowUp {...iconSize} />
        </IconButton>
        <IconButton label={t.later} isDisabled={isIdle} onPress={() => acts.shift(1)}>
          <ArrowDown {...iconSize} />
        </IconButton>
        <IconButton label={t.duplicate} isDisabled={isIdle} onPress={acts.duplicate}>
          <Copy {...iconSize} />
        </IconButton>
        <IconButton label={t.copyTo} isDisabled={isIdle || maxPage < 2} onPress={acts.copyTo}>
          <Files {...iconSize} />
        </IconButton>
        {hasBlocks && (
          <IconButton
            label={t.keepBlock}
            isDisabled={acts.keepBlock === null}
            onPress={() => acts.keepBlock?.()}
          >
            <Group {...iconSize} />
          </IconButton>
        )}
        <IconButton label={t.remove} isDisabled={isIdle} onPress={acts.remove}>
          <Trash2 {...iconSize} />
        </IconButton>
      </div>
      {kinds.length > 0 && !isReadOnly && (
        <ActMenu
          label={t.add}
          isDisabled={false}
          items={kinds.map(([kind, words]) => ({ id: kind, words, run: () => acts.add(kind) }))}
        />
      )}
      <ArrangeMenu isDisabled={selected.length < 2 || isReadOnly} arrange={acts.arrange} />
      <Typed
        label={t.moveTo}
        hint={t.moveToHint(maxPage)}
        isDisabled={isIdle}
        width="w-16"
        apply={(text) => acts.moveTo(Number(text))}
      >
        {t.apply}
      </Typed>
      <Typed label={t.rename} hint={t.patternHint} isDisabled={isIdle} width="w-40" apply={acts.rename}>
        {t.apply}
      </Typed>
      <span className="ml-auto inline-flex rounded-control bg-n-100 p-0.5">
        {(['mm', 'px'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={unit === each}
            onClick={() => setUnit(each)}
            className={`h-10 min-w-11 rounded-[6px] border-0 px-2 text-small ${unit === each ? 'bg-n-0 font-medium text-n-900 shadow-paper' : 'bg-transparent text-n-600'}`}
          >
            {t.units[each]}
          </button>
        ))}
      </span>
    </div>
  );
}

const fieldLook =
  'h-11 rounded-control border border-n-400 bg-n-0 px-2 text-desk disabled:border-n-300 disabled:bg-n-100 disabled:text-n-500';

interface TypedProps {
  readonly label: string;
  readonly hint: string;
  readonly isDisabled: boolean;
  readonly width: string;
  readonly apply: (text: string) => void;
  readonly children: ReactNode;
}

/** A short text and the button that applies it; Enter does the same. */
function Typed({ label, hint, isDisabled, width, apply, children }: TypedProps) {
  const [text, setText] = useState('');
  const done = () => {
    if (text.trim() === '') return;
    apply(text);
    setText('');
  };
  return (
    <span className="inline-flex items-center gap-1">
      <input
        aria-label={label}
        title={hint}
        placeholder={label}
        value={text}
        disabled={isDisabled}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done();
        }}
        className={`${fieldLook} ${width}`}
      />
      <Button small isDisabled={isDisabled} onPress={done}>
        {children}
      </Button>
    </span>
  );
}
