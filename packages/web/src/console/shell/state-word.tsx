import type { LucideIcon } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';

export interface StateLook {
  readonly Icon: LucideIcon;
  readonly colour: string;
}

/** A state as icon, word and colour: never told by its colour alone. */
export function StateWord({
  look: { Icon, colour },
  word,
}: {
  readonly look: StateLook;
  readonly word: string;
}) {
  return (
    <span className={`inline-flex items-center gap-1 text-small font-medium whitespace-nowrap ${colour}`}>
      <Icon {...smallIcon} />
      {word}
    </span>
  );
}
