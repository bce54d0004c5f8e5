/** Doc comments of generated code. */

/** A comment of one or several paragraphs, on one line if it fits; ends with a line break. */
export function commentOf(paragraphs, indent = '') {
  const texts = paragraphs.filter((text) => text !== '').map((text) => text.replaceAll('*/', '*\\/'));
  if (texts.length === 0) return '';
  const [only] = texts;
  if (texts.length === 1 && !only.includes('\n')) return `${indent}/** ${only} */\n`;
  const lines = texts.join('\n\n').split('\n');
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}
