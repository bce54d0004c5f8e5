// The texts of a new operation: it answers what it was sent, with white space collapsed, until it is given its own rule.
import { pascal, wordsOf } from './edit.mjs';

export const declaration = ({ name, path, area }) => `
/** Answers the text with white space collapsed. */
export const ${name} = operation({
  path: '${path}',
  area: '${area}',
  request: object({ text: text(1, 200).means('文本', 'text') }),
  answer: data(object({ text: text(1, 200).means('文本', 'text') })),
  title: { zh: '新接口 ${name}', en: '${pascal(wordsOf(name))}' },
  example: { text: '两个 词' },
});
`;

export function handler({ name, module, ruleFile, folder }) {
  const operation = `${'../'.repeat(folder.split('/').length + 1)}operation`;
  return `import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { ${name} as operation } from '@cinnabar/api/operations/${module}';
import type { MemberContext } from '${operation}/context.js';
import { ${name}Answer } from './${ruleFile}.js';

export async function ${name}(
  _ctx: MemberContext,
  { text }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return { text: ${name}Answer(text) };
}
`;
}

export const rule = ({ name }) => `/** The answer of ${name}: no white space but single spaces. */
export function ${name}Answer(text: string): string {
  return text.trim().replaceAll(/\\s+/g, ' ');
}
`;

export const ruleTest = ({
  name,
  folder,
  ruleFile,
}) => `import { ${name}Answer } from '@cinnabar/server/areas/${folder}/${ruleFile}.js';
import { describe, expect, test } from 'vitest';

describe('${wordsOf(name)}', () => {
  test.each([
    ['two words', 'two words'],
    ['  two \\n words ', 'two words'],
  ])('of %j is %j', (text, answer) => {
    expect(${name}Answer(text)).toBe(answer);
  });
});
`;

export const table = ({ name, path }) => `const ${name}: TableMaker = ({ home }) => ({
  path: '${path}',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: home.owner.client, body: { text: '两个 词' } },
  rows: wrongValues('text', ' ', characters(201)),
});
`;

export const specifiedRow = ({ path }) => `['${path}', '200', { text: 'string!' }, { text: 'string' }]`;

/** What a service answers to the example; `npm run docs:api -- --record` records it anew. */
export const recordedCall = {
  request: { text: '两个 词' },
  answer: { code: '200', msg: '成功', data: { text: '两个 词' } },
};
