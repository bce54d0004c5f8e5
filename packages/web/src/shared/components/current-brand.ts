import { type CSSProperties, createContext, type ReactNode } from 'react';

/** How the pages of a link show the enterprise that sent it, in place of the product. */
export interface ShownBrand {
  /** Logo and names. */
  readonly mark: ReactNode;
  /** A line of its own with the mark, above a header that names a contract. */
  readonly bar: ReactNode;
  /** Look of a header that contains the mark. */
  readonly look: { readonly className: string; readonly style: CSSProperties };
}

/** null: the product's own; undefined: so far, or outside links. */
export const CurrentBrand = createContext<ShownBrand | null | undefined>(undefined);
