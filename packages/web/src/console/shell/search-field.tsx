import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { smallIcon } from '../../shared/components/icons.js';

const TYPING_MS = 300;

interface Props {
  readonly label: string;
  readonly value: string;
  readonly change: (text: string) => void;
}

/** A text filter, which takes effect when the typing pauses. */
export function SearchField({ label, value, change }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const changing = useRef(change);
  changing.current = change;
  // Somebody else changed it: a cleared filter, or the Back button.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      changing.current(wanted);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className="flex min-h-11 min-w-36 flex-1 items-center gap-2 rounded-control border border-n-400 bg-n-0 px-3 outline-offset-2 outline-info focus-within:outline-2 sm:max-w-80 sm:min-w-56">
      <Search {...smallIcon} className="shrink-0 text-n-500" />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        value={text}
        placeholder={label}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className="h-10 min-w-0 flex-1 border-0 bg-transparent text-input text-ellipsis outline-none placeholder:text-n-500 lg:text-desk"
      />
    </label>
  );
}
