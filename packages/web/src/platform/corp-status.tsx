import type { PlatformCorp } from '@cinnabar/api/pages/platform-corps.js';
import { CircleCheck, Clock, LockKeyhole } from 'lucide-react';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { corpsTexts } from './corps-texts.js';

const looks = {
  identified: { Icon: CircleCheck, colour: 'text-success' },
  unidentified: { Icon: Clock, colour: 'text-warning' },
  invalid: { Icon: LockKeyhole, colour: 'text-danger' },
} as const;

export function CorpStatus({ status }: { readonly status: PlatformCorp['identStatus'] }) {
  const t = useTexts(corpsTexts);
  const { Icon, colour } = looks[status];
  return (
    <span className={`inline-flex items-center gap-1 text-small ${colour}`}>
      <Icon {...smallIcon} />
      {t.statuses[status]}
    </span>
  );
}
