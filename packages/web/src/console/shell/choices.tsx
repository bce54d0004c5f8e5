import type { ReactNode } from 'react';
import { lineLook, PopoverList } from './popover-list.js';

export interface Choice {
  readonly id: string;
  readonly words: string;
  readonly isDanger?: boolean;
  readonly run: () => void;
}

interface Props {
  readonly label: string;
  readonly icon: ReactNode;
  readonly choices: readonly Choice[];
}

/** A button that lists further acts. */
export function Choices({ label, icon, choices }: Props) {
  if (choices.length === 0) return null;
  return (
    <PopoverList
      label={label}
      side="end"
      buttonLook="inline-flex size-11 items-center justify-center rounded-control hover:bg-n-100"
      button={icon}
    >
      {(close) =>
        choices.map(({ id, words, isDanger = false, run }) => (
          <button
            key={id}
            type="button"
            onClick={() => {
              close();
              run();
            }}
            className={`${lineLook} ${isDanger ? 'text-danger' : ''}`}
          >
            {words}
          </button>
        ))
      }
    </PopoverList>
  );
}
