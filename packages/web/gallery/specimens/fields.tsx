import { type ComponentProps, useState } from 'react';
import { CheckField } from '../../src/shared/components/check-field.js';
import { ChoiceField } from '../../src/shared/components/choice-field.js';
import { CodeEntry } from '../../src/shared/components/code-entry.js';
import { CodeField } from '../../src/shared/components/code-field.js';
import { ErrorLine } from '../../src/shared/components/error-line.js';
import { SelectField } from '../../src/shared/components/select-field.js';
import { TextField } from '../../src/shared/components/text-field.js';
import { TickBox } from '../../src/shared/components/tick-box.js';
import { longCorp, longEnglish, nothing, type Specimen } from '../specimen.js';

function Text({ value, ...props }: Omit<ComponentProps<typeof TextField>, 'onChange' | 'label'>) {
  const [text, setText] = useState(value);
  return <TextField {...props} label="企业名称 Enterprise" value={text} onChange={setText} />;
}

function Check({ hint }: { readonly hint?: string }) {
  const [isChecked, setChecked] = useState(hint !== undefined);
  const label = `我同意以 ${longCorp} 名义签署 Sign for ${longEnglish}`;
  return (
    <CheckField
      label={label}
      isChecked={isChecked}
      onChange={setChecked}
      {...(hint === undefined ? {} : { hint })}
    />
  );
}

function Choice() {
  const [value, setValue] = useState<'corp' | 'person'>('corp');
  return (
    <ChoiceField
      legend="类型 Kind"
      value={value}
      onChange={setValue}
      options={[
        { value: 'corp', words: '企业 Enterprise', note: '以企业印章签署 Signs with a seal' },
        { value: 'person', words: '个人 Person' },
      ]}
    />
  );
}

const resend = { left: 0, wasSent: true, isSending: false, send: nothing };

export const fields: readonly Specimen[] = [
  {
    name: 'TextField',
    states: {
      empty: <Text value="" />,
      hint: <Text value={longEnglish} hint="与营业执照一致 As on the business licence" />,
      error: <Text value={longCorp} error="企业名称与营业执照不一致，请核对。 The names differ." />,
      checked: <Text value="138 0013 8000" isFine isNumber />,
      'read only': <Text value="HT20261120-0017" readOnly />,
    },
  },
  {
    name: 'CodeField',
    states: {
      empty: <CodeField label="短信验证码 Code" value="" onChange={nothing} />,
      typed: <CodeField label="短信验证码 Code" value="4711" onChange={nothing} />,
      wrong: (
        <CodeField
          label="短信验证码 Code"
          value=""
          onChange={nothing}
          error="验证码不正确，还可尝试 4 次。 4 attempts are left."
        />
      ),
      secret: <CodeField label="签署密码 Password" value="471100" onChange={nothing} isSecret />,
    },
  },
  {
    name: 'CodeEntry',
    states: {
      open: (
        <CodeEntry label="Code" value="" onChange={nothing} error={null} isOver={false} resend={resend} />
      ),
      over: (
        <CodeEntry
          label="Code"
          value=""
          onChange={nothing}
          error={null}
          isOver
          resend={{ ...resend, left: 9 }}
        />
      ),
    },
  },
  {
    name: 'SelectField',
    states: {
      chosen: (
        <SelectField
          label="签署顺序 Order"
          value="1"
          onChange={nothing}
          options={[
            ['1', `第 1 步 ${longEnglish}`],
            ['2', '第 2 步'],
          ]}
        />
      ),
    },
  },
  { name: 'CheckField', states: { bare: <Check />, hint: <Check hint="不可撤回 Cannot be undone" /> } },
  { name: 'ChoiceField', states: { two: <Choice /> } },
  {
    name: 'TickBox',
    states: {
      off: <TickBox isTicked={false} onChange={nothing} name="off" look="inline-flex size-11 items-center" />,
      on: <TickBox isTicked onChange={nothing} name="on" look="inline-flex size-11 items-center" />,
    },
  },
  {
    name: 'ErrorLine',
    states: { error: <ErrorLine text={`${longCorp}的余额不足。 The balance is too low.`} /> },
  },
];
