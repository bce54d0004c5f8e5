import type { PayOrderStatus } from '@cinnabar/api/enums.js';
import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { ordersTexts } from './orders-texts.js';

const looks: Readonly<Record<PayOrderStatus, readonly [LucideIcon, string]>> = {
  0: [Clock, 'text-warning'],
  1: [Clock, 'text-warning'],
  2: [CircleCheck, 'text-success'],
  3: [CircleX, 'text-danger'],
  4: [Undo2, 'text-n-600'],
  5: [CircleX, 'text-n-600'],
};

export function StatusWord({ status }: { readonly status: PayOrderStatus }) {
  const t = useTexts(ordersTexts);
  const [Icon, colour] = looks[status];
  return (
    <span className={`inline-flex items-center gap-1 text-small ${colour}`}>
      <Icon {...smallIcon} className="shrink-0" />
      {t[`order${status}`]}
    </span>
  );
}
