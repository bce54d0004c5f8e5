import { useState } from 'react';
import { CheckField } from '../../shared/components/check-field.js';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import { Group, type Settings, WithSettings } from './group.js';
import { settingsTexts } from './settings-texts.js';

const MAX_YUAN = 100_000_000;

/** What needs an approval, and how much may be collected. */
export default function RulesTab() {
  return <WithSettings>{(values) => <Rules values={values} />}</WithSettings>;
}

function Rules({ values }: { readonly values: Settings }) {
  const t = useTexts(settingsTexts);
  const [isStrict, setStrict] = useState(values.sealApproval === 'strict');
  const [contractApproval, setContractApproval] = useState(values.contractApproval);
  const [approvalAuth, setApprovalAuth] = useState(values.approvalAuth);
  const [amount, setAmount] = useState(String(values.maxAmount));
  const maxAmount = /^\d{1,9}$/.test(amount) ? Number(amount) : 0;
  return (
    <Group
      name={t.rules}
      values={values}
      fields={['sealApproval', 'contractApproval', 'approvalAuth', 'maxAmount']}
      isDisabled={maxAmount < 1 || maxAmount > MAX_YUAN}
      change={{ sealApproval: isStrict ? 'strict' : 'free', contractApproval, approvalAuth, maxAmount }}
    >
      <CheckField
        label={t.sealApproval}
        hint={t.sealApprovalHint}
        isChecked={isStrict}
        onChange={setStrict}
      />
      <CheckField
        label={t.contractApproval}
        hint={t.contractApprovalHint}
        isChecked={contractApproval}
        onChange={setContractApproval}
      />
      <CheckField
        label={t.approvalAuth}
        hint={t.approvalAuthHint}
        isChecked={approvalAuth}
        onChange={setApprovalAuth}
      />
      <TextField
        label={t.maxAmount}
        hint={t.maxAmountHint}
        value={amount}
        inputMode="numeric"
        maxLength={9}
        isNumber
        onChange={setAmount}
      />
    </Group>
  );
}
