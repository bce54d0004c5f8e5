/** What the designer hands to the frame that shows a page of a contract of its template. */
import type { FillPageView } from '@cinnabar/api/pages/fill.js';
import type { EnteredLink } from '@cinnabar/api/pages/link.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import type { Sent, Wire } from '../../api/wire.js';

interface Rehearsed<Link> {
  /** Of the person whose page it is. */
  readonly entered: Link;
  /** Addresses of the pictures of the pages, by file. */
  readonly pictures: readonly { readonly fileId: number; readonly pages: readonly string[] }[];
}

interface HasControls {
  readonly controls: readonly { readonly componentId: number }[];
}

interface Filling<View extends HasControls, Link> extends Rehearsed<Link> {
  readonly kind: 'fill';
  readonly view: View;
  /** Why given values cannot be drawn. */
  readonly problems: readonly {
    readonly componentId: View['controls'][number]['componentId'];
    readonly value: string;
    readonly message: string;
  }[];
}

interface Signing<View, Link> extends Rehearsed<Link> {
  readonly kind: 'sign';
  readonly view: View;
}

/** As the designer makes it, where ids are numbers. */
export type MadeFilling = Filling<Sent<FillPageView>, Sent<EnteredLink>>;
export type MadeSigning = Signing<Sent<SignPageView>, Sent<EnteredLink>>;
export type MadeRehearsal = MadeFilling | MadeSigning;

/** As the frame receives it, like an answer of the server. */
export type FillRehearsal = Filling<Wire<FillPageView>, Wire<EnteredLink>>;
export type SignRehearsal = Signing<Wire<SignPageView>, Wire<EnteredLink>>;
export type Rehearsal = FillRehearsal | SignRehearsal;

/** The frame tells that it can be handed one. */
export const READY = 'cinnabar-preview-ready';

export const PREVIEW = 'cinnabar-preview';

export interface RehearsalMessage {
  readonly type: typeof PREVIEW;
  readonly rehearsal: Rehearsal;
}
