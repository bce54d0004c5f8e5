import { Button } from '../shared/components/button.js';
import { useTexts } from '../shared/text/language.js';
import type { Control } from './design.js';
import { designerTexts } from './designer-texts.js';

interface Props {
  /** Controls that wait for a place after their file was replaced. */
  readonly unplaced: readonly Control[];
  /** null for whoever reads along. */
  readonly place: ((control: Control) => void) | null;
}

export function Tray({ unplaced, place }: Props) {
  const t = useTexts(designerTexts);
  if (unplaced.length === 0) return null;
  return (
    <section aria-label={t.unplaced(unplaced.length)} className="border-t border-n-200 p-4">
      <h2 className="figures m-0 mb-1 text-small font-medium text-warning">{t.unplaced(unplaced.length)}</h2>
      <p className="mt-0 mb-2 text-caption text-n-500">{t.unplacedHint}</p>
      <div className="flex flex-wrap gap-2">
        {unplaced.map((control) => (
          <Button key={control.key} small isDisabled={place === null} onPress={() => place?.(control)}>
            {control.name}
          </Button>
        ))}
      </div>
    </section>
  );
}
