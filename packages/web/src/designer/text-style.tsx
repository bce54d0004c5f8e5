import { CheckField } from '../shared/components/check-field.js';
import { SelectField } from '../shared/components/select-field.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import type { ControlChange } from './commands.js';
import type { Control } from './design.js';
import { propertyTexts } from './property-texts.js';

interface Props {
  readonly controls: readonly [Control, ...Control[]];
  readonly change: (change: ControlChange, kind?: string) => void;
}

const fonts = ['SimSun', 'FangSong', 'KaiTi', 'SimHei'] as const;
const styles = ['bold', 'italic', 'underLine', 'lineThrough'] as const;
const alignments = ['0', '1', '3'] as const;

/** Font, size, colour and alignment of everything that is drawn as text. */
export function TextStyle({ controls, change }: Props) {
  const t = useTexts(propertyTexts);
  const [{ attribute }] = controls;
  const colour = attribute.textColor ?? '#000000';
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <SelectField
          label={t.font}
          value={fonts.find((each) => each === attribute.font) ?? 'SimSun'}
          options={fonts.map((each) => [each, t[each]] as const)}
          onChange={(font) => change({ attribute: { font } })}
        />
        <TextField
          label={t.fontSize}
          value={String(attribute.fontSize ?? 14)}
          onChange={(typed) => {
            const fontSize = Number(typed);
            if (Number.isInteger(fontSize) && fontSize >= 1 && fontSize <= 500) {
              change({ attribute: { fontSize } }, 'fontSize');
            }
          }}
          inputMode="numeric"
          isNumber
          autoComplete="off"
        />
        <TextField
          label={t.textColor}
          value={colour}
          onChange={(textColor) => change({ attribute: { textColor } }, 'textColor')}
          error={/^#[0-9a-fA-F]{6}$/.test(colour) ? null : t.colorWrong}
          maxLength={7}
          autoComplete="off"
        />
        <SelectField
          label={t.align}
          value={alignments.find((each) => each === String(attribute.alignment ?? 0)) ?? '0'}
          options={[
            ['0', t.align0],
            ['1', t.align1],
            ['3', t.align3],
          ]}
          onChange={(side) => change({ attribute: { alignment: side === '1' ? 1 : side === '3' ? 3 : 0 } })}
        />
      </div>
      <div className="grid grid-cols-2">
        {styles.map((style) => (
          <CheckField
            key={style}
            label={t[style]}
            isChecked={controls.every((control) => control.attribute[style] === true)}
            onChange={(isOn) => change({ attribute: { [style]: isOn } })}
          />
        ))}
      </div>
    </>
  );
}
