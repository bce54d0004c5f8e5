import { useState } from 'react';
import { CheckField } from '../../shared/components/check-field.js';
import { useTexts } from '../../shared/text/language.js';
import { Group, type Settings, WithSettings } from './group.js';
import { settingsTexts } from './settings-texts.js';

const notices = ['turn', 'completion', 'refusal', 'deadline'] as const;

/** Of what parties are notified. */
export default function NoticesTab() {
  return <WithSettings>{(values) => <Notices values={values} />}</WithSettings>;
}

function Notices({ values }: { readonly values: Settings }) {
  const t = useTexts(settingsTexts);
  const [smsNotices, setNotices] = useState(values.smsNotices);
  return (
    <Group name={t.notices} values={values} fields={['smsNotices']} change={{ smsNotices }}>
      <p className="mt-0 text-body text-n-700">{t.noticesLead}</p>
      {notices.map((notice) => (
        <CheckField
          key={notice}
          label={t[notice]}
          isChecked={smsNotices[notice]}
          onChange={(isSent) => setNotices({ ...smsNotices, [notice]: isSent })}
        />
      ))}
    </Group>
  );
}
