import type { CheckedControl } from '@cinnabar/api/component-rules/check-rules.js';
import { valueKindOf } from '@cinnabar/api/component-rules/control.js';
import { writtenKey } from '@cinnabar/api/component-rules/formula.js';
import { useId, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useTexts } from '../shared/text/language.js';
import { completionAt } from './formula-completion.js';
import { rulesTexts } from './rules-texts.js';

interface Props {
  readonly formula: string;
  /** Controls with a key. */
  readonly others: readonly CheckedControl[];
  readonly change: (formula: string) => void;
}

const MAX_OFFERED = 12;

/** A formula with the keys that can be put into it. */
export function FormulaField({ formula, others, change }: Props) {
  const t = useTexts(rulesTexts);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const offered = others.filter((other) => !['area', 'picture'].includes(valueKindOf(other)));

  function insert(key: string) {
    const element = input.current;
    const { text, caret } = completionAt(formula, element?.selectionStart ?? formula.length, writtenKey(key));
    change(text);
    element?.focus();
    // React writes the new value before the caret can stand in it.
    requestAnimationFrame(() => element?.setSelectionRange(caret, caret));
  }

  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {t.formula}
      </label>
      <input
        id={id}
        ref={input}
        value={formula}
        maxLength={500}
        placeholder={t.formulaExample}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change(event.target.value)}
        className="box-border h-12 w-full rounded-control border border-n-400 bg-n-0 px-3 font-mono text-input text-n-900"
      />
      <p id={`${id}-hint`} className="m-0 mt-1 text-caption text-n-500">
        {t.formulaHint}
      </p>
      {offered.length > 0 && (
        <fieldset className="m-0 mt-2 flex flex-wrap gap-1 border-0 p-0">
          <legend className="sr-only">{t.insert}</legend>
          {offered.slice(0, MAX_OFFERED).map(({ key, name }) => (
            <AriaButton
              key={key}
              onPress={() => insert(key ?? '')}
              className="max-w-full truncate rounded-control border border-n-200 bg-n-50 px-2 py-1 text-small text-n-700"
            >
              <bdi>{name}</bdi>
            </AriaButton>
          ))}
        </fieldset>
      )}
    </div>
  );
}
