import { templateList } from '@cinnabar/api/operations/templates.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { CheckField } from '../components/check-field.js';
import { TextField } from '../components/text-field.js';
import { useTexts } from '../text/language.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';

export type Template = DataOf<typeof templateList>[number];

interface Props {
  readonly chosen: readonly Template[];
  readonly onChange: (templates: readonly Template[]) => void;
}

const MAX_TEMPLATES = 1000;
const SEARCH_FROM = 8;

/** Selects templates of the enterprise. */
export function TemplatePicker({ chosen, onChange }: Props) {
  const t = useTexts(sealTexts);
  const door = useSealDoor();
  const [words, setWords] = useState('');
  const { data: templates } = useQuery({
    queryKey: [...door.scope, 'templates'],
    queryFn: () => door.call(templateList, { listPageNo: 1, listPageSize: MAX_TEMPLATES }),
  });
  if (templates === undefined) return <p className="m-0 mb-4 text-small text-n-500">{t.loading}</p>;
  if (templates.length === 0) return <p className="m-0 mb-4 text-small text-n-500">{t.noTemplates}</p>;
  const shown = templates.filter(({ templateName }) => templateName.includes(words.trim()));
  return (
    <div className="mb-4">
      {templates.length >= SEARCH_FROM && (
        <TextField
          label={t.searchTemplates}
          value={words}
          onChange={setWords}
          type="search"
          autoComplete="off"
        />
      )}
      <fieldset className="m-0 max-h-60 overflow-y-auto rounded-control border border-n-200 px-4 py-1">
        <legend className="sr-only">{t.templates}</legend>
        {shown.map((template) => {
          const isChosen = chosen.some(({ templateId }) => templateId === template.templateId);
          return (
            <CheckField
              key={template.templateId}
              label={template.templateName}
              isChecked={isChosen}
              onChange={(isWanted) =>
                onChange(
                  isWanted
                    ? [...chosen, template]
                    : chosen.filter(({ templateId }) => templateId !== template.templateId),
                )
              }
            />
          );
        })}
      </fieldset>
      <p aria-live="polite" className="figures m-0 mt-1 text-small text-n-500">
        {t.chosenTemplates(chosen.length)}
      </p>
    </div>
  );
}
