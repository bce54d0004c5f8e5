import { ChevronDown } from 'lucide-react';
import { smallIcon } from '../shared/components/icons.js';
import { Menu } from './menu.js';

interface Props {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly items: Parameters<typeof Menu>[0]['items'];
}

/** A named button with a few acts. Not a select: arrow keys would carry out the first act on the way to the others. */
export function ActMenu({ label, isDisabled, items }: Props) {
  return (
    <Menu
      label={label}
      isBare
      isDisabled={isDisabled}
      items={items}
      icon={
        <span
          className={`inline-flex h-11 items-center gap-1 rounded-control border px-2 text-desk ${isDisabled ? 'border-n-300 bg-n-100 text-n-500' : 'border-n-400 bg-n-0 text-n-900'}`}
        >
          {label}
          <ChevronDown {...smallIcon} />
        </span>
      }
    />
  );
}
