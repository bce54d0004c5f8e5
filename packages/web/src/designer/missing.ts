/** Why a design cannot be published yet. Pure. */
import { controlTypes } from './control-kinds.js';
import { type Control, type Design, UNPLACED } from './design.js';

export type Missing =
  | { readonly kind: 'name' | 'file' | 'party' | 'signer' }
  | { readonly kind: 'controlName' | 'options' | 'place'; readonly control: Control }
  | { readonly kind: 'sameKey'; readonly control: Control };

export function missingIn({ name, files, parties, controls }: Design): readonly Missing[] {
  const keys = new Set<string>();
  return [
    ...(name.trim() === '' ? [{ kind: 'name' } as const] : []),
    ...(files.length === 0 ? [{ kind: 'file' } as const] : []),
    ...(parties.length === 0 ? [{ kind: 'party' } as const] : []),
    ...(parties.length > 0 && parties.every(({ signs }) => !signs) ? [{ kind: 'signer' } as const] : []),
    ...controls.flatMap((control): readonly Missing[] => {
      const key = control.componentKey.trim();
      const isTaken = key !== '' && keys.has(key);
      keys.add(key);
      const options = control.attribute.options ?? [];
      return [
        ...(control.name.trim() === '' ? [{ kind: 'controlName', control } as const] : []),
        ...(control.type === controlTypes.options && options.every((each) => each.trim() === '')
          ? [{ kind: 'options', control } as const]
          : []),
        ...(control.page === UNPLACED ? [{ kind: 'place', control } as const] : []),
        ...(isTaken ? [{ kind: 'sameKey', control } as const] : []),
      ];
    }),
  ];
}
