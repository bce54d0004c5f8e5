import { CircleCheck, CircleX, Clock, LockKeyhole, Star } from 'lucide-react';
import { smallIcon } from '../components/icons.js';
import { useTexts } from '../text/language.js';
import { sealTexts } from './seal-texts.js';
import type { Seal } from './use-seals.js';

const states = {
  1: { Icon: CircleCheck, colour: 'text-success', words: 'status1' },
  2: { Icon: Clock, colour: 'text-warning', words: 'status2' },
  3: { Icon: CircleX, colour: 'text-danger', words: 'status3' },
  4: { Icon: LockKeyhole, colour: 'text-n-600', words: 'status4' },
} as const;

/** Status of a seal as icon and label. */
export function SealState({ status }: { readonly status: Seal['status'] }) {
  const t = useTexts(sealTexts);
  const { Icon, colour, words } = states[status];
  return (
    <span className={`inline-flex items-center gap-1 text-small font-medium ${colour}`}>
      <Icon {...smallIcon} />
      {t[words]}
    </span>
  );
}

export function DefaultBadge() {
  const t = useTexts(sealTexts);
  return (
    <span className="inline-flex shrink-0 items-center gap-1 rounded-full bg-n-100 px-2 text-caption leading-6 font-medium text-n-700">
      <Star size={12} strokeWidth={2} aria-hidden />
      {t.isDefault}
    </span>
  );
}
