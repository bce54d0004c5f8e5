/**
 * The value of a member of a JSON object as it stands in the text: an answer's signature covers these characters, which
 * parsing and serialising again would change.
 */
export function rawValueOf(text: string, name: string): string | null {
  let depth = 0;
  let expectsName = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === -1) return null;
      const isMember = depth === 1 && expectsName && text.slice(at, end + 1) === JSON.stringify(name);
      if (isMember) return valueAfter(text, end + 1);
      if (depth === 1) expectsName = false;
      at = end;
    } else if (character === '{' || character === '[') {
      depth += 1;
      expectsName = depth === 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    } else if (character === ',' && depth === 1) {
      expectsName = true;
    }
  }
  return null;
}

/** @returns the index of the closing quotation mark; -1 without one */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** The object or array after a colon. */
function valueAfter(text: string, from: number): string | null {
  const begin = /^\s*:\s*(?=[{[])/.exec(text.slice(from));
  if (begin === null) return null;
  const start = from + begin[0].length;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      if (at === -1) return null;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return null;
}
