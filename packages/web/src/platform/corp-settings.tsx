import { type PlatformCorpDetail, setPlatformCorpOption } from '@cinnabar/api/pages/platform-corps.js';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { SelectField } from '../shared/components/select-field.js';
import { TextField } from '../shared/components/text-field.js';
import { TickBox } from '../shared/components/tick-box.js';
import { useTexts } from '../shared/text/language.js';
import { useErrorWords } from './list-parts.js';
import { useOperatorAct } from './platform-context.js';
import { controlOf, givenOf, type SettingControl, shownOf, toggled } from './setting-control.js';
import { settingsTexts } from './settings-texts.js';

interface Props {
  readonly corp: PlatformCorpDetail;
  readonly done: () => void;
}

/** The settings of `corp set`, each with its meaning, its value, and what a change of it does. */
export default function CorpSettings({ corp: { corpId, options }, done }: Props) {
  const t = useTexts(settingsTexts);
  return (
    <>
      <p className="m-0 mb-2 text-small text-n-600">{t.lead}</p>
      <ul className="m-0 mb-4 list-none divide-y divide-n-200 border-y border-n-200 p-0">
        {options.map((option) => (
          // One that was saved begins anew.
          <SettingRow key={`${option.name} ${option.value}`} corpId={corpId} option={option} />
        ))}
      </ul>
      <Button look="quiet" onPress={done}>
        {t.back}
      </Button>
    </>
  );
}

interface RowProps {
  readonly corpId: PlatformCorpDetail['corpId'];
  readonly option: PlatformCorpDetail['options'][number];
}

function SettingRow({ corpId, option: { name, value, values } }: RowProps) {
  const t = useTexts(settingsTexts);
  const words = useErrorWords();
  const control = controlOf(name);
  const before = shownOf(control, value);
  const [shown, setShown] = useState(before);
  const setting = useOperatorAct(setPlatformCorpOption);
  const given = givenOf(control, shown);
  const label = t.names[name] ?? name;
  const meaning = t.meanings[name] ?? values;
  const switched = control.kind === 'switch' ? (shown === control.on ? 'On' : 'Off') : '';
  const effect = t.effects[`${name}${switched}`];
  const isChanged = shown !== before;
  return (
    <li className="pt-3 pb-2">
      <Control {...{ control, label, meaning, shown }} onChange={setShown} />
      {isChanged && (
        <>
          <p
            className={`mt-0 mb-2 text-small ${given === null ? 'text-danger' : 'text-warning'}`}
            role="status"
          >
            {given === null ? t.wrong(meaning) : effect === undefined ? null : `${t.effect}${effect}`}
          </p>
          <ErrorLine text={words(setting.error)} />
          <div className="mb-2 flex flex-wrap gap-2">
            <Button
              small
              look="ink"
              isDisabled={given === null}
              busyLabel={setting.isPending ? t.saving : null}
              aria-label={t.saveThis(label)}
              onPress={() => setting.mutate({ corpId, name, value: given ?? '' })}
            >
              {t.save}
            </Button>
            <Button small look="quiet" isDisabled={setting.isPending} onPress={() => setShown(before)}>
              {t.undo}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

interface ControlProps {
  readonly control: SettingControl;
  readonly label: string;
  readonly meaning: string;
  readonly shown: string;
  readonly onChange: (shown: string) => void;
}

function Control({ control, label, meaning, shown, onChange }: ControlProps) {
  const t = useTexts(settingsTexts);
  if (control.kind === 'number' || control.kind === 'text') {
    const isNumber = control.kind === 'number';
    const field = { label, hint: meaning, value: shown, onChange, maxLength: isNumber ? 9 : 200 };
    return isNumber ? <TextField {...field} isNumber inputMode="numeric" /> : <TextField {...field} />;
  }
  if (control.kind === 'date')
    return <TextField label={label} hint={meaning} type="date" value={shown} onChange={onChange} />;
  if (control.kind === 'choice') {
    const options = control.of.map((each) => [each, t.values[each] ?? each] as const);
    return (
      <>
        <SelectField label={label} value={shown} options={options} onChange={onChange} />
        <p className="-mt-3 mb-3 text-small text-n-600">{meaning}</p>
      </>
    );
  }
  return (
    <fieldset className="m-0 mb-2 min-w-0 border-0 p-0">
      <legend className="p-0 text-body font-medium text-n-900">{label}</legend>
      <p className="m-0 text-small text-n-600">{meaning}</p>
      <div className="flex flex-wrap gap-x-6">
        {control.kind === 'switch' ? (
          <Box
            words={t.isOn}
            isTicked={shown === control.on}
            onChange={(isOn) => onChange(isOn ? control.on : control.off)}
          />
        ) : (
          control.of.map((each) => (
            <Box
              key={each}
              words={t.values[each] ?? each}
              isTicked={shown.split(',').includes(each)}
              onChange={() => onChange(toggled(control, shown, each))}
            />
          ))
        )}
      </div>
    </fieldset>
  );
}

interface BoxProps {
  readonly words: string;
  readonly isTicked: boolean;
  readonly onChange: (isTicked: boolean) => void;
}

function Box({ words, isTicked, onChange }: BoxProps) {
  return (
    <TickBox
      isTicked={isTicked}
      onChange={onChange}
      look="flex min-h-11 items-center gap-3 text-body text-n-900"
    >
      <span>{words}</span>
    </TickBox>
  );
}
