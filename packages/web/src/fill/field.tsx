import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { smallIcon } from '../shared/components/icons.js';
import { dateExample } from '../shared/format/control-dates.js';
import { useTexts } from '../shared/text/language.js';
import { type Control, dateInputOf, kindOf } from './controls.js';
import type { FieldActs } from './field-acts.js';
import { FieldInput } from './field-input.js';
import { FieldName } from './field-name.js';
import { fillTexts } from './fill-texts.js';

interface Props {
  readonly control: Control;
  readonly value: string;
  readonly error: string | null;
  readonly isFocused: boolean;
  readonly acts: FieldActs;
  /** Shown beside the name. */
  readonly aside?: string;
}

/** Name, input and error of a control. */
export function Field({ control, value, error, isFocused, acts, aside }: Props) {
  const t = useTexts(fillTexts);
  const id = useId();
  const most = control.attribute.maxLength;
  const length = [...value].length;
  const format = dateInputOf(control) === null ? null : control.attribute.dateFormat;
  const isCheck = kindOf(control) === 'check';
  const hasCounter = most !== null && ['text', 'lines'].includes(kindOf(control));
  return (
    <div data-field={control.componentId}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 has-[span:only-child:empty]:hidden">
        {isCheck ? (
          <span />
        ) : (
          <label htmlFor={id} className="min-w-0 text-small font-medium text-n-700 names">
            <FieldName control={control} />
          </label>
        )}
        {aside !== undefined && <span className="figures shrink-0 text-caption text-n-500">{aside}</span>}
      </div>
      <FieldInput {...{ id, control, value, error, isFocused, acts }} />
      <p
        id={`${id}-note`}
        className={`figures m-0 mt-1 flex items-start justify-between gap-3 text-caption empty:hidden ${error === null ? 'text-n-500' : 'text-danger'}`}
      >
        {error !== null ? (
          <span role="alert" className="flex items-start gap-1 text-small names">
            <TriangleAlert {...smallIcon} className="mt-0.5 shrink-0" />
            {error}
          </span>
        ) : format !== null && format !== 'yyyy-MM-dd' ? (
          <span>{t.dateAs(dateExample(format))}</span>
        ) : (
          hasCounter && <span />
        )}
        {hasCounter && (
          <span className={length > Number(most) ? 'text-danger' : ''}>
            {length}/{most}
          </span>
        )}
      </p>
    </div>
  );
}
