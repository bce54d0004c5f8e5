// The texts of a new page: a question with two answers, of which one is chosen and confirmed, until it gets its own.
import { pascal, wordsOf } from './edit.mjs';

export const desk = ({ name }) => `/** Reducer of the page: the chosen answer. */
import type { Step } from '../shared/state/step.js';

export interface ${pascal(name)}Desk {
  readonly answer: 'yes' | 'no';
  readonly isDone: boolean;
}

export type ${pascal(name)}Event =
  | { readonly type: 'chosen'; readonly answer: 'yes' | 'no' }
  | { readonly type: 'confirmed' };

/** Leave the page. */
export type ${pascal(name)}Effect = { readonly kind: 'leave' };

export const first${pascal(name)}Desk: ${pascal(name)}Desk = { answer: 'yes', isDone: false };

export function ${name}Desk(
  desk: ${pascal(name)}Desk,
  event: ${pascal(name)}Event,
): Step<${pascal(name)}Desk, ${pascal(name)}Effect> {
  if (event.type === 'chosen') return [{ ...desk, answer: event.answer }];
  return desk.answer === 'yes' ? [{ ...desk, isDone: true }] : [desk, { kind: 'leave' }];
}
`;

export const texts = ({ name }) => `import { texts } from '../shared/text/language.js';

export const ${name}Texts = texts(
  {
    title: '新页面',
    lead: '请选择。',
    answer: '选项',
    yes: '是',
    no: '否',
    confirm: '确认',
    doneTitle: '已完成',
    doneText: '可以关闭此页面。',
  },
  {
    title: '${pascal(wordsOf(name))}',
    lead: 'Please choose.',
    answer: 'Answer',
    yes: 'Yes',
    no: 'No',
    confirm: 'Confirm',
    doneTitle: 'Done',
    doneText: 'You can close this page.',
  },
);
`;

export const component = ({ name }) => `import { Button } from '../shared/components/button.js';
import { ChoiceField } from '../shared/components/choice-field.js';
import { FormPage } from '../shared/components/form-page.js';
import { StatePage } from '../shared/components/state-page.js';
import { openPage } from '../shared/router/open-page.js';
import { useDesk } from '../shared/state/use-desk.js';
import { useTexts } from '../shared/text/language.js';
import { first${pascal(name)}Desk, ${name}Desk } from './${name}-desk.js';
import { ${name}Texts } from './${name}-texts.js';

export default function ${pascal(name)}Page() {
  const t = useTexts(${name}Texts);
  const [desk, send] = useDesk(
    ${name}Desk,
    () => first${pascal(name)}Desk,
    () => openPage('home', {}),
  );
  if (desk.isDone) return <StatePage icon="done" title={t.doneTitle} text={t.doneText} />;
  return (
    <FormPage
      title={t.title}
      lead={t.lead}
      submit={() => send({ type: 'confirmed' })}
      footer={
        <Button type="submit" look="ink" wide>
          {t.confirm}
        </Button>
      }
    >
      <ChoiceField
        legend={t.answer}
        value={desk.answer}
        options={[
          { value: 'yes', words: t.yes },
          { value: 'no', words: t.no },
        ]}
        onChange={(answer) => send({ type: 'chosen', answer })}
      />
    </FormPage>
  );
}
`;

export const deskTest = ({ name }) => `import { describe, expect, test } from 'vitest';
import { first${pascal(name)}Desk, ${name}Desk } from '../../../packages/web/src/${name}/${name}-desk.js';
import { deskAfter } from './desk-after.js';

describe('the page ${name}', () => {
  const sent = deskAfter(${name}Desk);

  test('is done once yes is confirmed', () => {
    const { desk, effects } = sent(first${pascal(name)}Desk, { type: 'confirmed' });
    expect(desk).toEqual({ answer: 'yes', isDone: true });
    expect(effects).toEqual([]);
  });

  test('is left once no is confirmed', () => {
    const { desk, effects } = sent(
      first${pascal(name)}Desk,
      { type: 'chosen', answer: 'no' },
      { type: 'confirmed' },
    );
    expect(desk).toEqual({ answer: 'no', isDone: false });
    expect(effects).toEqual([{ kind: 'leave' }]);
  });
});
`;
