import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../shared/components/button.js';
import { smallIcon } from '../../shared/components/icons.js';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import { shellTexts } from './shell-texts.js';

export interface Pick {
  readonly id: number;
  readonly name: string;
  readonly note: string;
}

interface Props {
  readonly label: string;
  /** null: nothing is chosen. */
  readonly chosen: string | null;
  readonly text: string;
  readonly seek: (text: string) => void;
  /** undefined while they are searched. */
  readonly found: readonly Pick[] | undefined;
  readonly choose: (pick: Pick | null) => void;
}

const SHOWN = 5;

/** Finds one object by a part of its name, for a filter that names it by its id. */
export function IdPicker({ label, chosen, text, seek, found, choose }: Props) {
  const t = useTexts(shellTexts);
  const [isOpen, setOpen] = useState(false);
  if (chosen !== null) {
    return (
      <div className="mb-4">
        <p className="m-0 mb-1 text-small text-n-600">{label}</p>
        <p className="m-0 flex min-h-12 items-center rounded-control border border-n-400 pl-3">
          <bdi className="min-w-0 flex-1 text-input names">{chosen}</bdi>
          <IconButton label={t.removeFilter(`${label} ${chosen}`)} onPress={() => choose(null)}>
            <X {...smallIcon} />
          </IconButton>
        </p>
      </div>
    );
  }
  return (
    <div>
      <TextField
        label={label}
        type="search"
        value={text}
        autoComplete="off"
        onChange={(next) => {
          setOpen(true);
          seek(next);
        }}
      />
      {isOpen && text.trim() !== '' && found !== undefined && (
        <ul
          aria-label={label}
          className="-mt-3 mb-4 list-none divide-y divide-n-200 rounded-control border border-n-200 p-0"
        >
          {found.slice(0, SHOWN).map((pick) => (
            <li key={pick.id}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false);
                  seek('');
                  choose(pick);
                }}
                className="flex min-h-11 w-full cursor-pointer items-center gap-3 border-0 bg-transparent px-3 text-left text-body text-n-900 hover:bg-n-50"
              >
                <bdi className="min-w-0 flex-1 names">{pick.name}</bdi>
                <span className="figures text-small text-n-500">{pick.note}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="px-3 py-2 text-small text-n-500">{t.noneFound}</li>}
        </ul>
      )}
    </div>
  );
}
