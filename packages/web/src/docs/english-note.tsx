import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconSize } from '../shared/components/icons.js';

/** Shown above a text that has no Chinese edition yet. */
export function EnglishNote({ children }: { readonly children: ReactNode }) {
  return (
    <p className="my-4 flex items-center gap-2 rounded-control bg-info-tint px-3 py-2 text-desk text-info">
      <Info {...iconSize} className="shrink-0" />
      {children}
    </p>
  );
}
