export const code = (text) => `\`${text}\``;

export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function json(value) {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** Heading anchor of an operation: its path without the characters reserved in URLs. */
export function anchorOf(path) {
  return path.slice(1).replaceAll('/', '-').toLowerCase();
}
