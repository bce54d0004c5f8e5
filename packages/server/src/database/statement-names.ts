import { createHash } from 'node:crypto';

/** The server keeps each named statement with its plan for the lifetime of a connection, so their number is limited. */
const MAX_NAMES = 400;
const MAX_UNNAMED = 1000;
const MAX_TEXT_LENGTH = 16_384;
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i;

export interface StatementNames {
  /** The name to prepare this text under, or undefined to run it unnamed. */
  nameOf(text: string): string | undefined;
  /** Gives the text another name, unless it has one already: what connections have prepared under this one is stale. */
  replace(text: string, stale: string): void;
}

/**
 * Names statements by a hash of their text, from the second use on: a statement that runs once (a bulk insert of 37
 * rows, a migration) must not displace one that runs continually. Parsing and planning is about half the cost of a
 * short query.
 * @param maxNames 0: no statement is named
 */
export function createStatementNames(maxNames = MAX_NAMES): StatementNames {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= maxNames || text.length > MAX_TEXT_LENGTH || !PREPARABLE.test(text)) return undefined;
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= MAX_UNNAMED) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  function replace(text: string, stale: string): void {
    if (names.get(text) !== stale) return;
    const [first, version = '1'] = stale.split('_');
    names.set(text, `${first}_${Number(version) + 1}`);
  }

  return Object.freeze({ nameOf, replace });
}
