import { type ReactNode, useId, useState } from 'react';
import type { Box } from '../canvas/geometry/box.js';
import { Button } from '../shared/components/button.js';
import { CheckField } from '../shared/components/check-field.js';
import { SelectField } from '../shared/components/select-field.js';
import { TextField } from '../shared/components/text-field.js';
import { PX_PER_MM } from '../shared/document/seal-geometry.js';
import { dateExample } from '../shared/format/control-dates.js';
import { useTexts } from '../shared/text/language.js';
import { placeTexts } from './place-texts.js';
import { fieldTypes, fonts, type Placed, type View } from './placed.js';

interface Props {
  readonly view: View;
  readonly field: Placed;
  /** `kind` merges successive changes into one step of undo. */
  readonly change: (change: Partial<Placed>, kind: string) => void;
  readonly moveTo: (box: Box) => void;
  readonly copyTo: () => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
  /** The server's refusal of this field. */
  readonly refusal: string | null;
}

/** Editor for the properties of a field. */
export function Properties({ view, field, change, moveTo, copyTo, duplicate, remove, refusal }: Props) {
  const t = useTexts(placeTexts);
  const { type } = field;
  const isArea = type === fieldTypes.area;
  const hasText = !isArea && type !== fieldTypes.check && type !== fieldTypes.picture;
  const parties = view.placeParties.filter(({ signs, fills }) => (isArea ? signs : fills));
  const file = view.files.find(({ fileId }) => fileId === field.fileId);
  return (
    <div>
      {refusal !== null && (
        <p role="alert" className="m-0 mb-4 rounded-control bg-danger-tint px-3 py-2 text-small text-danger">
          {refusal}
        </p>
      )}
      <TextField
        label={t.name}
        value={field.name}
        onChange={(name) => change({ name }, 'name')}
        error={field.name.trim() === '' ? t.noName : null}
        maxLength={100}
        autoComplete="off"
      />
      {parties.length > 1 && !field.seam && (
        <SelectField
          label={t.party}
          value={field.flag}
          options={parties.map(({ flag, name }): readonly [string, string] => [flag, `${name}（${flag}）`])}
          onChange={(flag) => change({ flag }, '')}
        />
      )}
      <CheckField
        label={isArea ? t.requiredSign : t.required}
        isChecked={field.required}
        onChange={(required) => change({ required }, '')}
      />
      {isArea && !field.seam && (
        <CheckField
          label={t.showDate}
          isChecked={field.showDate}
          onChange={(showDate) => change({ showDate }, '')}
        />
      )}
      {isArea && !field.seam && (
        <CheckField label={t.fitted} isChecked={field.fitted} onChange={(fitted) => change({ fitted }, '')} />
      )}
      {type === fieldTypes.options && <Choices field={field} change={change} />}
      {type === fieldTypes.date && (
        <SelectField
          label={t.dateFormat}
          value={field.dateFormat}
          options={dateFormats.map((format): readonly [string, string] => [format, dateExample(format)])}
          onChange={(dateFormat) => change({ dateFormat }, '')}
        />
      )}
      {type === fieldTypes.number && (
        <>
          <CheckField
            label={t.numberFormat}
            isChecked={field.thousands}
            onChange={(thousands) => change({ thousands }, '')}
          />
          <SelectField
            label={t.digits}
            value={field.digits}
            options={['', '0', '1', '2', '3', '4'].map((each): readonly [string, string] => [
              each,
              each === '' ? '—' : each,
            ])}
            onChange={(digits) => change({ digits }, '')}
          />
        </>
      )}
      {(type === fieldTypes.text || type === fieldTypes.lines) && (
        <TextField
          label={t.maxLength}
          value={field.maxLength}
          onChange={(maxLength) => change({ maxLength }, 'maxLength')}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
        />
      )}
      {hasText && type !== fieldTypes.options && type !== fieldTypes.date && (
        <TextField
          label={t.value}
          value={field.value}
          onChange={(value) => change({ value }, 'value')}
          autoComplete="off"
        />
      )}
      {hasText && <TextStyle field={field} change={change} />}
      <TextField
        label={t.key}
        hint={t.keyHint}
        value={field.key}
        onChange={(key) => change({ key }, 'key')}
        maxLength={100}
        autoComplete="off"
      />
      <Numbers field={field} moveTo={moveTo} />
      <div className="mt-4 flex flex-col gap-2">
        {file !== undefined && file.pages.length > 1 && !field.seam && (
          <Button wide onPress={copyTo}>
            {t.copyTo}
          </Button>
        )}
        <div className={field.seam ? '' : 'grid grid-cols-2 gap-2'}>
          {!field.seam && (
            <Button wide onPress={duplicate}>
              {t.duplicate}
            </Button>
          )}
          <Button wide look="danger" onPress={remove}>
            {t.delete}
          </Button>
        </div>
      </div>
    </div>
  );
}

const dateFormats = ['yyyy-MM-dd', 'yyyy年MM月dd日', 'yyyy/MM/dd', 'yyyy.MM.dd', 'yyyy-MM-dd HH:mm'] as const;

type Part = Pick<Props, 'field' | 'change'>;

function Choices({ field, change }: Part) {
  const t = useTexts(placeTexts);
  const id = useId();
  const isEmpty = field.options.every((each) => each.trim() === '');
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {t.choices}
      </label>
      <textarea
        id={id}
        rows={4}
        value={field.options.join('\n')}
        aria-invalid={isEmpty}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change({ options: event.target.value.split('\n') }, 'options')}
        className={`box-border w-full resize-none rounded-control border bg-n-0 p-3 text-input ${isEmpty ? 'border-danger' : 'border-n-400'}`}
      />
      <p id={`${id}-hint`} className={`m-0 mt-1 text-small ${isEmpty ? 'text-danger' : 'text-n-500'}`}>
        {isEmpty ? t.noOptions(field.name) : t.choicesHint}
      </p>
    </div>
  );
}

function TextStyle({ field, change }: Part) {
  const t = useTexts(placeTexts);
  const sizes = ['10', '11', '12', '13', '14', '16', '18', '20', '24'] as const;
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <SelectField
          label={t.font}
          value={field.font}
          options={fonts.map((each) => [each, t[each]] as const)}
          onChange={(font) => change({ font }, '')}
        />
        <SelectField
          label={t.fontSize}
          value={String(field.fontSize)}
          options={sizes.map((each): readonly [string, string] => [each, `${each} px`])}
          onChange={(size) => change({ fontSize: Number(size) }, '')}
        />
      </div>
      <SelectField
        label={t.align}
        value={String(field.alignment)}
        options={[
          ['0', t.align0],
          ['1', t.align1],
          ['3', t.align3],
        ]}
        onChange={(side) => change({ alignment: side === '1' ? 1 : side === '3' ? 3 : 0 }, '')}
      />
      <CheckField label={t.bold} isChecked={field.bold} onChange={(bold) => change({ bold }, '')} />
    </>
  );
}

/** Position and size as numbers: an alternative to dragging (WCAG 2.5.7). */
function Numbers({ field, moveTo }: Pick<Props, 'field' | 'moveTo'>) {
  const t = useTexts(placeTexts);
  const [unit, setUnit] = useState<'px' | 'mm'>('mm');
  const isFixed = field.type === fieldTypes.area && !field.fitted;
  const { x, y, width, height } = field;
  const set = (name: keyof Box) => (value: number) => moveTo({ x, y, width, height, [name]: value });
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
              className={`relative h-8 min-w-11 rounded-[6px] border-0 px-2 text-small before:absolute before:-inset-1.5 ${unit === each ? 'bg-n-0 font-medium text-n-900 shadow-paper' : 'bg-transparent text-n-600'}`}
            >
              {t[each]}
            </button>
          ))}
        </span>
      </legend>
      <div className="grid grid-cols-2 gap-2">
        {!field.seam && <NumberInput label={t.x} px={x} unit={unit} set={set('x')} />}
        <NumberInput label={t.y} px={y} unit={unit} set={set('y')} />
        {!isFixed && (
          <>
            <NumberInput label={t.width} px={width} unit={unit} set={set('width')} />
            <NumberInput label={t.height} px={height} unit={unit} set={set('height')} />
          </>
        )}
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

function NumberInput({ label, px, unit, set }: NumberProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = unit === 'px' ? String(Math.round(px)) : (px / PX_PER_MM).toFixed(1);
  function take() {
    const value = Number(typed);
    setTyped(null);
    if (typed === null || typed.trim() === '' || !Number.isFinite(value)) return;
    set(unit === 'px' ? value : value * PX_PER_MM);
  }
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
