import { type CheckedControl, checkRules } from '@cinnabar/api/component-rules/check-rules.js';
import { valueKindOf } from '@cinnabar/api/component-rules/control.js';
import type { RuleFinding } from '@cinnabar/api/component-rules/findings.js';
import type { ShowWhen } from '@cinnabar/api/schemas/component-rules.js';
import { TriangleAlert } from 'lucide-react';
import { smallIcon } from '../shared/components/icons.js';
import { SelectField } from '../shared/components/select-field.js';
import { TextField } from '../shared/components/text-field.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { FormulaField } from './formula-field.js';
import type { ControlRules } from './ruled-controls.js';
import { rulesTexts } from './rules-texts.js';
import { WrappingSelect } from './wrapping-select.js';

interface Props {
  /** All controls of the template: rules name them by key. */
  readonly controls: readonly CheckedControl[];
  /** Place of the control whose rules are edited. */
  readonly place: number;
  readonly change: (rules: ControlRules) => void;
}

/** Edits the condition and the formula of a control, with what is wrong with them. */
export default function RulesPanel({ controls, place, change }: Props) {
  const t = useTexts(rulesTexts);
  const control = controls[place];
  if (control === undefined) return null;
  const { showWhen, formula } = control.attribute;
  const findings = checkRules(controls).filter((finding) => finding.place === place);
  const kind = valueKindOf(control);
  const others = controls.filter((other, index) => index !== place && other.key !== null && other.key !== '');
  return (
    <section aria-label={t.rules} className="flow-root">
      <ConditionFields
        showWhen={showWhen}
        others={others.filter((other) => valueKindOf(other) !== 'area')}
        change={(next) => change({ showWhen: next, formula })}
      />
      <Findings of={findings} fields={['showWhen.key', 'showWhen.operator', 'showWhen.value']} />
      {kind !== 'area' && kind !== 'picture' && (
        <>
          <FormulaField
            formula={formula ?? ''}
            others={others}
            change={(text) => change({ showWhen, formula: text === '' ? undefined : text })}
          />
          <Findings of={findings} fields={['formula', 'value', 'required']} />
        </>
      )}
    </section>
  );
}

interface ConditionProps {
  readonly showWhen: ShowWhen | undefined;
  readonly others: readonly CheckedControl[];
  readonly change: (showWhen: ShowWhen | undefined) => void;
}

/** Control, operator and value; for a check box the operator says both. */
function ConditionFields({ showWhen, others, change }: ConditionProps) {
  const t = useTexts(rulesTexts);
  const named = others.find(({ key }) => key === showWhen?.key);
  const isGone = showWhen !== undefined && named === undefined;
  return (
    <>
      <WrappingSelect
        label={t.shown}
        value={showWhen?.key ?? ''}
        options={[
          ['', t.always],
          ...(isGone ? [[showWhen.key, t.gone(showWhen.key)] as const] : []),
          ...others.map(({ key, name }) => [key ?? '', t.when(name)] as const),
        ]}
        onChange={(key) => {
          const next = others.find((other) => other.key === key);
          change(next === undefined ? undefined : firstCondition(key, next));
        }}
      />
      {showWhen !== undefined && named !== undefined && (
        <OperatorFields key={showWhen.key} showWhen={showWhen} named={named} change={change} />
      )}
    </>
  );
}

/** A condition that holds for some value, to begin with. */
function firstCondition(key: string, named: CheckedControl): ShowWhen {
  switch (valueKindOf(named)) {
    case 'check':
      return { key, operator: 'is', value: 'true' };
    case 'choice': {
      const [first] = named.attribute.options ?? [];
      return first === undefined ? { key, operator: 'filled' } : { key, operator: 'is', value: first };
    }
    default:
      return { key, operator: 'filled' };
  }
}

interface OperatorProps {
  readonly showWhen: ShowWhen;
  readonly named: CheckedControl;
  readonly change: (showWhen: ShowWhen) => void;
}

function OperatorFields({ showWhen, named, change }: OperatorProps) {
  const t = useTexts(rulesTexts);
  const { key, operator, value = '' } = showWhen;
  const kind = valueKindOf(named);
  if (kind === 'check') {
    const isTicked = operator === 'filled' || (operator === 'is') === (value === 'true');
    return (
      <SelectField
        label={t.operator}
        value={isTicked ? 'true' : 'false'}
        options={[
          ['true', t.ticked],
          ['false', t.unticked],
        ]}
        onChange={(next) => change({ key, operator: 'is', value: next })}
      />
    );
  }
  const isCompared = kind !== 'date' && kind !== 'picture';
  const options = named.attribute.options ?? [];
  return (
    <>
      <SelectField
        label={t.operator}
        value={operator}
        options={[
          ['filled', t.filled],
          ...(isCompared || operator !== 'filled'
            ? ([
                ['is', t.is],
                ['isNot', t.isNot],
              ] as const)
            : []),
        ]}
        onChange={(next) =>
          change(
            next === 'filled'
              ? { key, operator: next }
              : { key, operator: next, value: value || (options[0] ?? '') },
          )
        }
      />
      {operator !== 'filled' &&
        (kind === 'choice' ? (
          <SelectField
            label={t.value}
            value={value}
            options={[
              ...(options.includes(value) ? [] : [[value, t.gone(value)] as const]),
              ...options.map((option) => [option, option] as const),
            ]}
            onChange={(next) => change({ key, operator, value: next })}
          />
        ) : (
          <TextField
            label={t.value}
            value={value}
            {...(kind === 'number' ? { inputMode: 'decimal' as const, isNumber: true } : {})}
            onChange={(next) => change({ key, operator, value: next })}
          />
        ))}
    </>
  );
}

interface FindingsProps {
  readonly of: readonly RuleFinding[];
  readonly fields: readonly RuleFinding['field'][];
}

function Findings({ of, fields }: FindingsProps) {
  const { language } = useLanguage();
  return (
    <ul role="status" className="m-0 -mt-2 mb-4 list-none p-0 empty:hidden">
      {of
        .filter(({ field }) => fields.includes(field))
        .map(({ kind, field, isWarning, words }) => (
          <li
            key={`${field} ${kind} ${words.en}`}
            className={`flex items-start gap-1 text-small ${isWarning ? 'text-warning' : 'text-danger'}`}
          >
            <TriangleAlert {...smallIcon} className="mt-0.5 shrink-0" aria-hidden />
            <span className="names">{words[language]}</span>
          </li>
        ))}
    </ul>
  );
}
