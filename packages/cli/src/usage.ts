import type { Argument, Command } from './command.js';

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Usage: cinnabar <command> [options]',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'cinnabar <command> --help lists the options, cinnabar --version prints the version.',
    'Settings come from the environment or from .env in the current folder, the same as those of the service.',
  ].join('\n');
}

export function usageOf({ name, summary, arguments: words = [], options }: Command): string {
  const entries = Object.entries(options).map(([option, { placeholder, description, required }]) => ({
    left: `--${option}${placeholder === undefined ? '' : ` ${placeholder}`}`,
    right: required ? `${description} (required)` : description,
  }));
  const all = [...entries, { left: '--help', right: 'show this text' }];
  const width = Math.max(...all.map(({ left }) => left.length));
  return [
    `Usage: cinnabar ${[name, ...words.map(placeholderOf)].join(' ')} [options]`,
    '',
    summary,
    '',
    'Options:',
    ...all.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n');
}

function placeholderOf({ name, choices, many }: Argument): string {
  return `${choices?.join('|') ?? name.toUpperCase()}${many === true ? '...' : ''}`;
}
