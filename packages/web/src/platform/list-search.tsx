import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { smallIcon } from '../shared/components/icons.js';

interface Props {
  readonly label: string;
  readonly act: string;
  /** What is searched for now; "": everything. */
  readonly name: string;
  readonly search: (name: string | undefined) => void;
}

/** A search of a list by a part of a name. */
export function ListSearch({ label, act, name, search }: Props) {
  const [text, setText] = useState(name);
  return (
    <form
      className="flex min-w-0 flex-1 basis-60 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        search(wanted === '' ? undefined : wanted);
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        className="box-border h-12 min-w-0 flex-1 rounded-control border border-n-400 bg-n-0 px-3 text-input placeholder:text-n-500 sm:max-w-80"
      />
      <Button type="submit" aria-label={act}>
        <Search {...smallIcon} />
      </Button>
    </form>
  );
}
