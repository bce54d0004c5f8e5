import { useId, useState } from 'react';
import { CheckField } from '../shared/components/check-field.js';
import { onDemand } from '../shared/components/on-demand.js';
import { SelectField } from '../shared/components/select-field.js';
import { TextField } from '../shared/components/text-field.js';
import { dateExample } from '../shared/format/control-dates.js';
import { useTexts } from '../shared/text/language.js';
import type { ControlChange } from './commands.js';
import { kindOf } from './control-kinds.js';
import type { Control } from './design.js';
import { propertyTexts } from './property-texts.js';
import { WrappingSelect } from './wrapping-select.js';

const DefaultPicture = onDemand(() => import('./default-picture.js'));
const OptionOrder = onDemand(() => import('./option-order.js'));

interface Props {
  /** All of one type. */
  readonly controls: readonly [Control, ...Control[]];
  readonly change: (change: ControlChange, kind?: string) => void;
}

/** What the type of the controls has of its own, and their default value. */
export function TypeFields({ controls, change }: Props) {
  const t = useTexts(propertyTexts);
  const [control] = controls;
  const { attribute, value } = control;
  switch (kindOf(control)) {
    case 'area':
      return (
        <>
          <CheckField
            label={t.showDate}
            isChecked={attribute.showSignDate === 1}
            onChange={(isOn) => change({ attribute: { showSignDate: isOn ? 1 : 0 } })}
          />
          {attribute.showSignDate === 1 && <DateFormat control={control} change={change} />}
          <SelectField
            label={t.sealSize}
            value={attribute.sealSpecs === 2 ? '2' : '1'}
            options={[
              ['1', t.trueSize],
              ['2', t.fitted],
            ]}
            onChange={(specs) => change({ attribute: { sealSpecs: specs === '2' ? 2 : 1 } })}
          />
        </>
      );
    case 'text':
    case 'lines':
      return (
        <>
          <TextField
            label={t.maxLength}
            hint={t.maxLengthHint}
            value={attribute.maxLength ?? ''}
            onChange={(typed) =>
              /^\d{0,5}$/.test(typed) &&
              change({ attribute: { maxLength: typed === '' ? undefined : typed } }, 'maxLength')
            }
            inputMode="numeric"
            autoComplete="off"
          />
          <Default value={value} change={change} />
        </>
      );
    case 'number':
      return (
        <>
          <CheckField
            label={t.numberFormat}
            isChecked={attribute.numberFormat === '#,##0' || attribute.numberFormat === '1'}
            onChange={(isOn) => change({ attribute: { numberFormat: isOn ? '#,##0' : '' } })}
          />
          <TextField
            label={t.digits}
            hint={t.digitsAny}
            value={String(attribute.fractionDigits ?? '')}
            onChange={(typed) => {
              if (!/^\d{0,2}$/.test(typed) || Number(typed) > 20) return;
              change({ attribute: { fractionDigits: typed === '' ? undefined : Number(typed) } }, 'digits');
            }}
            inputMode="numeric"
            autoComplete="off"
          />
          <Default value={value} change={change} />
        </>
      );
    case 'date':
      return (
        <>
          <DateFormat control={control} change={change} />
          <Default value={value} change={change} />
        </>
      );
    case 'check':
      return (
        <CheckField
          label={t.checked}
          isChecked={value === 'true'}
          onChange={(isOn) => change({ value: isOn ? 'true' : 'false' })}
        />
      );
    case 'picture':
      return <DefaultPicture value={value} change={change} />;
    case 'options':
      return <Options control={control} change={change} />;
    default:
      return null;
  }
}

type Part = Pick<Props, 'change'> & { readonly control: Control };

function Default({ value, change }: Pick<Props, 'change'> & { readonly value: string }) {
  const t = useTexts(propertyTexts);
  return (
    <TextField
      label={t.value}
      value={value}
      onChange={(typed) => change({ value: typed }, 'value')}
      maxLength={10_000}
      autoComplete="off"
    />
  );
}

const formats = ['yyyy-MM-dd', 'yyyy年MM月dd日', 'yyyy/MM/dd', 'yyyy.MM.dd', 'yyyy-MM-dd HH:mm'] as const;

function DateFormat({ control, change }: Part) {
  const t = useTexts(propertyTexts);
  const format = control.attribute.dateFormat ?? 'yyyy-MM-dd';
  const [isOwn, setOwn] = useState(!formats.some((each) => each === format));
  return (
    <>
      <SelectField
        label={t.dateFormat}
        value={isOwn ? '' : format}
        options={[
          ...formats.map((each): readonly [string, string] => [each, dateExample(each)]),
          ['', t.otherFormat],
        ]}
        onChange={(chosen) => {
          setOwn(chosen === '');
          if (chosen !== '') change({ attribute: { dateFormat: chosen } });
        }}
      />
      {isOwn && (
        <TextField
          label={t.otherFormat}
          hint={t.dateFormatHint}
          value={format}
          onChange={(dateFormat) => change({ attribute: { dateFormat } }, 'dateFormat')}
          maxLength={60}
          autoComplete="off"
        />
      )}
    </>
  );
}

const MAX_OPTIONS = 200;

function Options({ control, change }: Part) {
  const t = useTexts(propertyTexts);
  const id = useId();
  const options = control.attribute.options ?? [];
  const isEmpty = options.every((each) => each.trim() === '');
  return (
    <>
      <div className="mb-4">
        <label htmlFor={id} className="mb-1 block text-small text-n-600">
          {t.options}
        </label>
        <textarea
          id={id}
          rows={5}
          value={options.join('\n')}
          aria-invalid={isEmpty}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const lines = target.value.split('\n').slice(0, MAX_OPTIONS);
            change({ attribute: { options: lines.map((each) => each.slice(0, 200)) } }, 'options');
          }}
          className={`box-border w-full resize-y rounded-control border bg-n-0 p-3 text-input ${isEmpty ? 'border-danger' : 'border-n-400'}`}
        />
        <p id={`${id}-hint`} className={`m-0 mt-1 text-small ${isEmpty ? 'text-danger' : 'text-n-500'}`}>
          {isEmpty ? t.noOptions : t.optionsHint}
        </p>
      </div>
      {options.length > 1 && !isEmpty && (
        <OptionOrder
          options={options}
          change={(sorted) => change({ attribute: { options: sorted } }, 'options')}
        />
      )}
      <WrappingSelect
        label={t.value}
        value={options.includes(control.value) ? control.value : ''}
        options={[
          ['', t.noValue],
          ...[...new Set(options)]
            .filter((each) => each !== '')
            .map((each): readonly [string, string] => [each, each]),
        ]}
        onChange={(value) => change({ value })}
      />
    </>
  );
}
