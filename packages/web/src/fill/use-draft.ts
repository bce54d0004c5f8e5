import { keepFillDraft } from '@cinnabar/api/pages/fill.js';
import { useEffect, useState } from 'react';
import { useKeptDraft } from '../shared/draft/use-kept-draft.js';
import { useLink } from '../shared/link/link-context.js';
import type { FieldProblem, FieldProblems } from './field-problems.js';
import type { FillDesk } from './fill-desk-state.js';

/** Saves the values, and reports those that do not fit. */
export function useDraft(
  { values, view }: FillDesk,
  isOn: boolean,
  checked: (problems: FieldProblems) => void,
) {
  const hasDraft = view.draft.length > 0;
  const link = useLink();
  const [first] = useState(values);
  const draft = useKeptDraft({
    draft: values,
    stored: isOn ? first : undefined,
    async keep(sent) {
      const { savedTime, problems } = await link.call(keepFillDraft, {
        values: [...sent].map(([componentId, value]) => ({ componentId, value })),
      });
      const found = new Map(
        problems.map(({ componentId, message }): [number, FieldProblem] => [
          componentId,
          { value: sent.get(componentId) ?? '', message },
        ]),
      );
      checked(found);
      return { savedTime, found };
    },
    savedTime: (answer) => answer.savedTime,
    session: link.entered.session,
  });
  const { save } = draft;
  const [wasTyped] = useState(hasDraft);
  useEffect(() => {
    // What was typed before is judged again, so that it is not counted as filled if it does not fit.
    if (isOn && wasTyped) save().catch(() => undefined);
  }, [isOn, wasTyped, save]);
  return draft;
}
