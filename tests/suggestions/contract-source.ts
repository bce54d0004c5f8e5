import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ExpectedArea {
  readonly label: string;
  readonly nth?: number;
  readonly party: string;
}

export interface ExpectedBlank {
  readonly label: string;
  readonly nth?: number;
  readonly side?: 'right' | 'on' | 'left';
  readonly type: number;
  readonly name: string;
}

export interface Answers {
  readonly made: 'own' | 'office' | 'scan' | 'form' | 'word' | 'file';
  readonly parties: readonly {
    readonly participantFlag: string;
    readonly participantType: 0 | 1;
    readonly participantName?: string;
  }[];
  readonly areas: readonly ExpectedArea[];
  readonly blanks: readonly ExpectedBlank[];
}

export interface ContractSource {
  readonly name: string;
  /** Of `name.txt`, or for `word` of `name.xml`. */
  readonly text: string;
  /** `name.pdf`, for `file`. */
  readonly file: Uint8Array | null;
  readonly answers: Answers;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Contracts of a folder, by name; see README.md. */
export function contractsIn(
  folder: 'corpus' | 'blind' | 'blind-second' | 'blind-third',
): readonly ContractSource[] {
  const path = join(HERE, folder);
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.json'.length);
      const answers: Answers = JSON.parse(readFileSync(join(path, file), 'utf8'));
      const read = (ending: string): Buffer | null => {
        const part = join(path, `${name}.${ending}`);
        return existsSync(part) ? readFileSync(part) : null;
      };
      const text = (read('txt') ?? read('xml'))?.toString('utf8') ?? '';
      return { name, text, file: read('pdf'), answers };
    });
}

/** Parts of a line: text, and what stands in braces. */
export type Atom =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'ruled'; readonly ems: number }
  | { readonly kind: 'square' }
  | { readonly kind: 'field'; readonly field: string; readonly name: string; readonly ems: number };

export function atomsOf(line: string): readonly Atom[] {
  return line
    .split(/(\{[^}]*\})/)
    .filter((part) => part !== '')
    .map((part): Atom => {
      const ruled = /^\{_(\d+)\}$/.exec(part);
      if (ruled !== null) return { kind: 'ruled', ems: Number(ruled[1]) };
      if (part === '{[]}') return { kind: 'square' };
      const [, field, name, ems] = /^\{(\w+):([^:}]*)(?::(\d+))?\}$/.exec(part) ?? [];
      if (field !== undefined && name !== undefined)
        return { kind: 'field', field, name, ems: Number(ems ?? 1) };
      return { kind: 'text', text: part };
    });
}

/** Cells of a row of a table. */
export function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => cell.trim());
}

export function widthsOf(line: string): readonly number[] {
  return line.slice(2).trim().split(/\s+/).map(Number);
}
