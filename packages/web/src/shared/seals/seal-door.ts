import { type ComponentType, createContext, type ReactNode, type Ref, use } from 'react';
import type { LinkContext } from '../link/link-context.js';

export interface FrameProps {
  readonly title: string;
  readonly note: string | null;
  readonly back: { readonly label: string; readonly run: () => void } | null;
  readonly headingRef: Ref<HTMLHeadingElement>;
  /** The content scrolls by itself. */
  readonly isForm?: boolean;
  readonly children: ReactNode;
  /** Sheets. */
  readonly over?: ReactNode;
}

/** Where seals are managed: on a page opened by a link, or in the console. Everything else is the same. */
export interface SealDoor {
  /** Beginning of the keys of queries. */
  readonly scope: readonly unknown[];
  readonly corpName: string;
  readonly call: LinkContext['call'];
  readonly upload: LinkContext['upload'];
  /** Requests everything again that is shown about seals. */
  readonly changed: () => Promise<void>;
  readonly Frame: ComponentType<FrameProps>;
  /** Leads to where automatic placement is decided; null: it is decided here. */
  readonly toAutomatic: ((sealId: number) => void) | null;
}

export const CurrentSealDoor = createContext<SealDoor | null>(null);

export function useSealDoor(): SealDoor {
  const door = use(CurrentSealDoor);
  if (door === null) throw new Error('no door to seals');
  return door;
}
