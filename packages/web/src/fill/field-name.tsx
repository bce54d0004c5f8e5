import { useTexts } from '../shared/text/language.js';
import type { Control } from './controls.js';
import { fillTexts } from './fill-texts.js';

/** Name of a control, and whether it must be filled in. */
export function FieldName({ control }: { readonly control: Control }) {
  const t = useTexts(fillTexts);
  return (
    <>
      <bdi>{control.name}</bdi>
      {control.required ? (
        <span className="text-danger" title={t.required}>
          {' *'}
        </span>
      ) : (
        <span className="ml-2 font-normal text-n-500">{t.optional}</span>
      )}
    </>
  );
}
