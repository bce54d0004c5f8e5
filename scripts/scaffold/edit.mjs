// Editing of source files by text. Every function throws when the place it looks for is not there, before anything is
// written: a scaffold is complete or not made at all.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Changed and new files by path, written together at the end. */
export class Edits {
  #files = new Map();
  #made = [];
  #changed = [];

  read(path) {
    return this.#files.get(path) ?? readFileSync(path, 'utf8');
  }

  make(path, text) {
    if (existsSync(path)) throw new Error(`${path} exists`);
    this.#files.set(path, text);
    this.#made.push(path);
  }

  change(path, edit) {
    const before = this.read(path);
    const after = edit(before);
    if (after === before) throw new Error(`${path} has no place for it`);
    this.#files.set(path, after);
    if (!this.#changed.includes(path)) this.#changed.push(path);
  }

  /** Writes all files and has them formatted, which also sorts imports and exports. */
  write() {
    for (const [path, text] of this.#files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const sources = [...this.#files.keys()].filter((path) => /\.(?:ts|tsx|json)$/.test(path));
    const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error'];
    const { status } = spawnSync(process.execPath, [...biome, ...sources], { stdio: 'inherit' });
    if (status !== 0) throw new Error('the new files could not be formatted');
    for (const path of this.#made) console.log(`made     ${path}`);
    for (const path of this.#changed) console.log(`changed  ${path}`);
  }
}

export function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

export const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const pascal = (name) => name[0].toUpperCase() + name.slice(1);
/** `sealNote` as words: seal note. */
export const wordsOf = (name) => kebab(name).replaceAll('-', ' ');

/** Adds names to the import from a module, or the import if there is none. */
export function withImport(text, module, ...names) {
  const pattern = new RegExp(
    String.raw`^import \{([^}]*)\} from '${module.replaceAll('.', String.raw`\.`)}';`,
    'm',
  );
  const found = pattern.exec(text);
  if (found === null) {
    const first = /^import /m.exec(text);
    if (first === null) throw new Error('the file has no imports');
    return `${text.slice(0, first.index)}import { ${names.join(', ')} } from '${module}';\n${text.slice(first.index)}`;
  }
  const present = found[1].split(',').map((name) => name.trim());
  const all = new Set([...present.filter((name) => name !== ''), ...names]);
  return text.replace(pattern, `import { ${[...all].join(', ')} } from '${module}';`);
}

/** Adds an entry at the end of an exported list, on one line or on several. */
export function withListEntry(text, list, entry) {
  const pattern = new RegExp(String.raw`^(export const ${list}\b[^=]*= \[)([\s\S]*?),?(\s*\];)`, 'm');
  return text.replace(pattern, (_, head, entries, end) => `${head}${entries}, ${entry}${end}`);
}

/** Adds a line after the one that begins with the given text. */
export function withLineAfter(text, start, line) {
  const lines = text.split('\n');
  const index = lines.findLastIndex((each) => each.startsWith(start));
  if (index === -1) return text;
  return [...lines.slice(0, index + 1), line, ...lines.slice(index + 1)].join('\n');
}
