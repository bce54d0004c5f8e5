import type { Computation } from '@cinnabar/api/component-rules/evaluate.js';
import { parseFormula } from '@cinnabar/api/component-rules/formula.js';
import { Calculator, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { smallIcon } from '../shared/components/icons.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { type Control, kindOf, type View } from './controls.js';
import { fillTexts } from './fill-texts.js';
import type { Standings } from './standings.js';

interface Props {
  readonly control: Control;
  readonly view: View;
  readonly standings: Standings;
}

/** A computed value, which nobody types, and where it comes from. */
export function ComputedField({ control, view, standings }: Props) {
  const t = useTexts(fillTexts);
  const { language } = useLanguage();
  const id = useId();
  const standing = standings.get(control.componentId);
  const computation = standing?.computation ?? null;
  if (standing === undefined || computation === null) return null;
  const { problem } = computation;
  const shown =
    kindOf(control) === 'check' ? (standing.value === 'true' ? t.ticked : t.unticked) : standing.value;
  return (
    <div data-computed={control.componentId}>
      <p className="mt-0 mb-1.5 flex items-baseline justify-between gap-3 text-small">
        <bdi id={id} className="min-w-0 font-medium text-n-700 names">
          {control.name}
        </bdi>
        <span className="flex shrink-0 items-center gap-1 text-caption text-n-500">
          <Calculator {...smallIcon} aria-hidden />
          {t.computed}
        </span>
      </p>
      <output
        aria-labelledby={id}
        className="figures block min-h-12 rounded-control bg-n-100 px-3 py-3 text-input break-words whitespace-pre-wrap text-n-900"
      >
        {standing.value === '' ? <span className="text-n-500">—</span> : shown}
      </output>
      {problem === null ? (
        <p className="m-0 mt-1 text-caption text-n-500 names">{originOf(control, computation, view, t)}</p>
      ) : (
        <p role="alert" className="m-0 mt-1 flex items-start gap-1 text-small text-danger">
          <TriangleAlert {...smallIcon} className="mt-0.5 shrink-0" />
          {problem[language]}
        </p>
      )}
    </div>
  );
}

function originOf(
  { attribute }: Control,
  { from }: Computation,
  { controls }: View,
  t: typeof fillTexts.zh,
): string {
  const names = from.flatMap((place) => controls[place]?.name ?? []);
  const parsed = parseFormula(attribute.formula ?? '');
  if ('problem' in parsed) return '';
  switch (parsed.formula.kind) {
    case 'copy':
      return t.computedCopy(names);
    case 'upper':
      return t.computedWords(names);
    case 'arithmetic':
      return t.computedFrom(names);
  }
}
