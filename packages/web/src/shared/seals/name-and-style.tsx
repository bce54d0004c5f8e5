import { sealCategories } from '@cinnabar/api/schemas/seal.js';
import { ChoiceField } from '../components/choice-field.js';
import { SelectField } from '../components/select-field.js';
import { TextField } from '../components/text-field.js';
import { useTexts } from '../text/language.js';
import type { Category, SealDraftEvent, SealStyle } from './seal-draft.js';
import { sealTexts } from './seal-texts.js';

interface Props {
  readonly category: Category;
  readonly name: string;
  readonly nameError: string | null;
  readonly style: SealStyle;
  readonly send: (event: SealDraftEvent<never>) => void;
}

/** What every new seal needs, whatever it is made from. */
export function NameAndStyle({ category, name, nameError, style, send }: Props) {
  const t = useTexts(sealTexts);
  return (
    <>
      <div className="sm:grid sm:grid-cols-2 sm:gap-x-4">
        <SelectField
          label={t.category}
          value={category}
          options={sealCategories.map((each) => [each, t[each]] as const)}
          onChange={(chosen) => send({ type: 'categoryChosen', category: chosen })}
        />
        <TextField
          label={t.name}
          hint={t.nameHint}
          value={name}
          onChange={(typed) => send({ type: 'nameTyped', text: typed })}
          error={nameError}
          maxLength={100}
          autoComplete="off"
        />
      </div>
      <ChoiceField
        legend={t.style}
        value={style}
        options={[
          { value: 'round', words: t.round, note: t.roundSize },
          { value: 'oval', words: t.oval, note: t.ovalSize },
        ]}
        onChange={(chosen) => send({ type: 'styleChosen', style: chosen })}
      />
    </>
  );
}
