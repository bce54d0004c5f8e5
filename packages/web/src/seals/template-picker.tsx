import { templateList } from '@cinnabar/api/operations/templates.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '../api/wire.js';
import { CheckField } from '../shared/components/check-field.js';
import { TextField } from '../shared/components/text-field.js';
import { useLink } from '../shared/link/link-context.js';
import { useTexts } from '../shared/text/language.js';
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
  const link = useLink();
  const [words, setWords] = useState('');
  const { data: templates } = useQuery({
    queryKey: ['templates', link.linkId],
    queryFn: () => link.call(templateList, { listPageNo: 1, listPageSize: MAX_TEMPLATES }),
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
