import type { Command } from './command.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Returns a shell completion script for `cinnabar`: commands, options and accepted values. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands);
}

/** What can follow a prefix such as `corp`: further words of commands, then arguments and options. */
function continuations(
  commands: readonly Command[],
): readonly (readonly [line: string, next: readonly string[]])[] {
  const next = new Map<string, Set<string>>();
  const add = (line: string, ...words: readonly string[]) => {
    const known = next.get(line) ?? new Set<string>();
    for (const word of words) known.add(word);
    next.set(line, known);
  };
  for (const { name, arguments: given = [], options } of commands) {
    const words = name.split(' ');
    for (const [index, word] of words.entries()) add(words.slice(0, index).join(' '), word);
    add(name, ...given.flatMap(({ choices = [] }) => choices));
    add(name, ...Object.keys(options).map((option) => `--${option}`), '--help');
  }
  return [...next].map(([line, words]) => [line, [...words]] as const);
}

/**
 * The longest prefix that is a command determines the candidates; after an option that takes a value, files are
 * offered.
 */
function bash(commands: readonly Command[]): string {
  const cases = continuations(commands).map(
    ([line, words]) => `    ${line === '' ? "''" : `'${line}'`}) words='${words.join(' ')}' ;;`,
  );
  return `# bash completion of cinnabar: source <(cinnabar completion bash)
_cinnabar_words() {
  local words=
  case "$1" in
${cases.join('\n')}
  esac
  printf '%s' "$words"
}
_cinnabar() {
  local current=\${COMP_WORDS[COMP_CWORD]} line= found= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ -n "$(_cinnabar_words "\${line:+$line }$word")" ] || break
    line="\${line:+$line }$word"
  done
  found=$(_cinnabar_words "$line")
  COMPREPLY=($(compgen -W "$found" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _cinnabar cinnabar`;
}

function zsh(commands: readonly Command[]): string {
  return `# zsh completion of cinnabar: source <(cinnabar completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;
}

function fish(commands: readonly Command[]): string {
  const lines = continuations(commands).flatMap(([line, words]) => {
    const spoken = line === '' ? [] : line.split(' ');
    const condition = `__cinnabar_said ${spoken.join(' ')}`.trim();
    return words.map((word) =>
      word.startsWith('--')
        ? `complete -c cinnabar -n '${condition}' -l ${word.slice(2)}`
        : `complete -c cinnabar -n '${condition}' -f -a ${word}`,
    );
  });
  return `# fish completion of cinnabar: cinnabar completion fish | source
function __cinnabar_said
  set -l words (commandline -opc)
  set -l said (string match -v -- '-*' $words[2..-1])
  test "$said" = "$argv"
end
${lines.join('\n')}`;
}
