import type { MyContract } from '@cinnabar/api/pages/mine.js';
import {
  Ban,
  ChevronRight,
  CircleCheck,
  CircleX,
  Clock,
  PenLine,
  Signature,
  Stamp,
  WalletCards,
} from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { Wire } from '../api/wire.js';
import { iconSize, smallIcon } from '../shared/components/icons.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { mineTexts } from './mine-texts.js';

interface Props {
  readonly contract: Wire<MyContract>;
  /** Whether to name the party for whom the person acts. */
  readonly saysForWhom?: boolean;
  readonly isOpening: boolean;
  readonly open: () => void;
}

const taskIcons = { sign: Signature, fill: PenLine, pay: WalletCards, approve: Stamp } as const;
const stateIcons = [PenLine, PenLine, Clock, CircleCheck, Ban, Clock, CircleX] as const;
const stateColours = [
  'text-n-600',
  'text-n-600',
  'text-info',
  'text-success',
  'text-n-600',
  'text-n-600',
  'text-danger',
] as const;

/** A contract in the list: task or state, sender, party and deadline. */
export function ContractCard({ contract, saysForWhom = true, isOpening, open }: Props) {
  const t = useTexts(mineTexts);
  const { language } = useLanguage();
  const { task, title, from, actingFor, deadline } = contract;
  return (
    <AriaButton
      onPress={open}
      isDisabled={isOpening}
      className="flex w-full cursor-pointer items-center gap-3 rounded-card border-0 bg-n-0 p-4 text-left shadow-paper transition-shadow hover:shadow-menu"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge contract={contract} />
          {task !== null && deadline !== null && (
            <span className="figures text-small text-n-600">{t.until(dayInWords(deadline, language))}</span>
          )}
        </span>
        <bdi className="mt-1 block text-input font-semibold text-n-900 names">{title}</bdi>
        <bdi className="mt-0.5 block text-small text-n-500 names">
          {task === 'approve' ? t.asks(from) : t.from(from)}
        </bdi>
        {saysForWhom && (
          <bdi className="block text-small text-n-500 names">
            {actingFor === null ? t.self : t.as(actingFor)}
          </bdi>
        )}
      </span>
      {isOpening ? (
        <span className="text-small text-n-500">{t.opening}</span>
      ) : (
        <ChevronRight {...iconSize} className="shrink-0 text-n-500" />
      )}
    </AriaButton>
  );
}

/** Yellow marks tasks of the person. */
function Badge({ contract: { task, status } }: { readonly contract: Wire<MyContract> }) {
  const t = useTexts(mineTexts);
  if (task !== null) {
    const Icon = taskIcons[task];
    return (
      <span className="inline-flex items-center gap-1 rounded-marker border border-todo-edge bg-todo px-2 py-0.5 text-small font-medium text-todo-text">
        <Icon {...smallIcon} />
        {t[task]}
      </span>
    );
  }
  const Icon = stateIcons[status];
  return (
    <span className={`inline-flex items-center gap-1 text-small font-medium ${stateColours[status]}`}>
      <Icon {...smallIcon} />
      {t.states.split('|')[status]}
    </span>
  );
}
