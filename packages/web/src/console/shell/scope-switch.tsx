import { ChoiceGroup } from '../../shared/components/choice-group.js';

interface Props {
  readonly legend: string;
  readonly own: string;
  readonly corp: string;
  readonly value: 'own' | 'corp';
  readonly onChange: (value: 'own' | 'corp') => void;
}

/** One's own contracts, or those of the whole enterprise. */
export function ScopeSwitch({ legend, own, corp, value, onChange }: Props) {
  return (
    <ChoiceGroup
      legend={legend}
      isLegendHidden
      options={['own', 'corp'] as const}
      value={value}
      onChange={onChange}
      look="inline-flex rounded-control border border-n-400 bg-n-0 p-0.5"
      optionLook="relative flex min-h-10 items-center rounded-marker px-3 text-small text-n-700 data-[selected]:bg-n-900 data-[selected]:font-medium data-[selected]:text-n-0 before:absolute before:inset-x-0 before:-inset-y-0.5"
    >
      {(scope) => (scope === 'own' ? own : corp)}
    </ChoiceGroup>
  );
}
