import { GripVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { optionMoved } from './option-moved.js';
import { propertyTexts } from './property-texts.js';

interface Props {
  readonly options: readonly string[];
  readonly change: (options: readonly string[]) => void;
}

const FORMAT = 'application/x-cinnabar-option';
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The options in their order, which is changed by dragging, or by the arrow keys on one of them. */
export default function OptionOrder({ options, change }: Props) {
  const t = useTexts(propertyTexts);
  const list = useRef<HTMLOListElement>(null);
  const [over, setOver] = useState<number | null>(null);
  const [followed, setFollowed] = useState<number | null>(null);
  useEffect(() => {
    if (followed === null) return;
    list.current?.querySelectorAll('button')[followed]?.focus();
    setFollowed(null);
  }, [followed]);
  return (
    <ol ref={list} aria-label={t.optionOrder} className="m-0 mb-4 max-h-60 list-none overflow-y-auto p-0">
      {options.map((option, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: options have nothing else of their own, and may be alike
          key={index}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes(FORMAT)) return;
            event.preventDefault();
            setOver(index);
          }}
          onDragLeave={() => setOver(null)}
          onDrop={(event) => {
            setOver(null);
            if (!event.dataTransfer.types.includes(FORMAT)) return;
            event.preventDefault();
            change(optionMoved(options, Number(event.dataTransfer.getData(FORMAT)), index));
          }}
          className={`border-b border-n-100 ${over === index ? 'bg-info-tint outline-2 outline-info' : ''}`}
        >
          <button
            type="button"
            draggable
            aria-label={t.moveOption(option, index + 1, options.length)}
            onDragStart={(event) => {
              event.dataTransfer.setData(FORMAT, String(index));
              event.dataTransfer.effectAllowed = 'move';
            }}
            onKeyDown={(event) => {
              const by = steps[event.key];
              const to = index + (by ?? 0);
              if (by === undefined || to < 0 || to >= options.length) return;
              event.preventDefault();
              change(optionMoved(options, index, to));
              setFollowed(to);
            }}
            className="flex min-h-11 w-full cursor-grab items-center gap-2 border-0 bg-transparent px-1 py-2 text-left text-small text-n-900"
          >
            <GripVertical {...smallIcon} className="shrink-0 text-n-500" />
            <bdi className="min-w-0 names">{option}</bdi>
          </button>
        </li>
      ))}
    </ol>
  );
}
