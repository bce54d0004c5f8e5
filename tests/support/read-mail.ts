/** A message as a mail program displays it. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Reads a message of two alternatives, text and HTML (RFC 2045 to 2047). */
export function readMail(source: string): ReadMail {
  const { headers, body } = entity(source);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => entity(part.replace(/^\r\n/, '')));
  const find = (type: string) => parts.find(({ headers: of }) => of.get('content-type')?.startsWith(type));
  return {
    subject: decodedWords(headers.get('subject') ?? ''),
    text: decoded(find('text/plain')),
    html: decoded(find('text/html')),
  };
}

interface Entity {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function entity(source: string): Entity {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

function decoded(part: Entity | undefined): string {
  if (part === undefined) throw new Error('the message lacks one of its alternatives');
  const encoding = part.headers.get('content-transfer-encoding') ?? '7bit';
  const bytes =
    encoding === 'base64'
      ? Buffer.from(part.body, 'base64')
      : encoding === 'quoted-printable'
        ? fromQuoted(part.body.replace(/=\r\n/g, ''), '=')
        : Buffer.from(part.body, 'utf8');
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd();
}

function fromQuoted(text: string, mark: '=' | '_'): Buffer {
  const plain = mark === '_' ? text.replaceAll('_', ' ') : text;
  const bytes = plain.replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

function decodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      (kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : fromQuoted(text, '_')).toString('utf8'),
    );
}
