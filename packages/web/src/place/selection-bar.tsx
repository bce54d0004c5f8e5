import { Copy, SlidersHorizontal, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PartyLook } from '../canvas/party-look.js';
import { IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { placeTexts } from './place-texts.js';

interface Props {
  readonly name: string;
  readonly look: PartyLook;
  readonly open: () => void;
  readonly duplicate: (() => void) | null;
  readonly remove: () => void;
  readonly close: () => void;
}

/** Phone version of the actions on a selected field; replaces the palette. */
export function SelectionBar({ name, look, open, duplicate, remove, close }: Props) {
  const t = useTexts(placeTexts);
  return (
    <div role="toolbar" aria-label={t.properties} className="border-t border-n-200 bg-n-0 px-4 py-2">
      <div className="flex items-center gap-2">
        <span
          aria-hidden
          className={`flex size-6 shrink-0 items-center justify-center rounded-full text-caption font-semibold text-n-0 ${look.fill}`}
        >
          {look.letter}
        </span>
        <bdi className="min-w-0 flex-1 truncate text-body font-medium">{name}</bdi>
        <IconButton label={t.close} onPress={close}>
          <X {...iconSize} />
        </IconButton>
      </div>
      <div className="grid grid-cols-3 gap-1">
        <BarButton label={t.properties} run={open}>
          <SlidersHorizontal {...iconSize} />
        </BarButton>
        {duplicate !== null && (
          <BarButton label={t.duplicate} run={duplicate}>
            <Copy {...iconSize} />
          </BarButton>
        )}
        <BarButton label={t.delete} run={remove}>
          <Trash2 {...iconSize} />
        </BarButton>
      </div>
    </div>
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly run: () => void;
  readonly children: ReactNode;
}

function BarButton({ label, run, children }: BarButtonProps) {
  return (
    <button
      type="button"
      onClick={run}
      className="flex h-13 flex-col items-center justify-center gap-0.5 rounded-control border-0 bg-transparent px-2 text-caption text-n-700 hover:bg-n-100"
    >
      {children}
      {label}
    </button>
  );
}
