import { loginMethods } from '@cinnabar/api/login-methods.js';
import { useState } from 'react';
import { CheckField } from '../../shared/components/check-field.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { LinesField, linesIn } from '../../shared/components/lines-field.js';
import { SelectField } from '../../shared/components/select-field.js';
import { useTexts } from '../../shared/text/language.js';
import { Group, type Settings, WithSettings } from './group.js';
import { settingsTexts } from './settings-texts.js';

const MINUTES = [15, 30, 60, 120, 240, 480, 720] as const;

/** How members log in, and for how long. */
export default function LoginTab() {
  return <WithSettings>{(values) => <Login values={values} />}</WithSettings>;
}

function Login({ values }: { readonly values: Settings }) {
  const t = useTexts(settingsTexts);
  const [allowed, setAllowed] = useState<readonly string[]>(values.loginMethods);
  const [minutes, setMinutes] = useState(values.loginIdleMinutes);
  const [networks, setNetworks] = useState(values.consoleNetworks.join('\n'));
  const offered = [...new Set([...MINUTES, ...(minutes === 0 ? [] : [minutes])])].toSorted((a, b) => a - b);
  const chosen = loginMethods.filter((method) => allowed.includes(method));
  return (
    <Group
      name={t.login}
      values={values}
      fields={['loginMethods', 'loginIdleMinutes', 'consoleNetworks']}
      isDisabled={chosen.length === 0}
      change={{ loginMethods: chosen, loginIdleMinutes: minutes, consoleNetworks: linesIn(networks) }}
    >
      <p className="mt-0 text-body text-n-700">{t.loginLead}</p>
      {loginMethods.map((method) => (
        <CheckField
          key={method}
          label={t.methods[method]}
          isChecked={allowed.includes(method)}
          onChange={(isAllowed) =>
            setAllowed(isAllowed ? [...allowed, method] : allowed.filter((each) => each !== method))
          }
        />
      ))}
      <ErrorLine text={chosen.length === 0 ? t.oneMethod : null} />
      <SelectField
        label={t.idle}
        value={String(minutes)}
        options={[
          ['0', t.idleByRole],
          ...offered.map((each) => [String(each), t.idleMinutes(each)] as const),
        ]}
        onChange={(each) => setMinutes(Number(each))}
      />
      <LinesField label={t.networks} hint={t.networksHint} value={networks} onChange={setNetworks} />
    </Group>
  );
}
