import type { CopyTo } from './canvas-bridge.js';
import type { ControlKind } from './control-kinds.js';
import type { Control } from './design.js';

/** What a person did in the list. The host changes the design, in one step of undo each. */
export type ListCommand =
  | { readonly type: 'select'; readonly keys: readonly Control['key'][] }
  | { readonly type: 'reveal'; readonly key: Control['key'] }
  /** A new control in the middle of the page in sight. */
  | { readonly type: 'add'; readonly kind: ControlKind }
  /** Controls as they are to be, in place of those with their keys. */
  | { readonly type: 'edit'; readonly controls: readonly Control[] }
  | { readonly type: 'delete' | 'duplicate'; readonly keys: readonly Control['key'][] }
  | { readonly type: 'keepBlock'; readonly keys: readonly Control['key'][] }
  /** The text is on the clipboard already. */
  | { readonly type: 'cut'; readonly keys: readonly Control['key'][] }
  | {
      readonly type: 'copyToPages';
      readonly keys: readonly Control['key'][];
      readonly to: CopyTo;
    }
  /** Controls that were copied here, on the canvas or in another template. */
  | { readonly type: 'paste'; readonly text: string };
