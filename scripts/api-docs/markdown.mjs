export const code = (text) => `\`${text}\``;

export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function json(value) {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** Of an operation on its page: a path without the characters that addresses give a meaning to. */
export function anchorOf(path) {
  return path.slice(1).replaceAll('/', '-').toLowerCase();
}
