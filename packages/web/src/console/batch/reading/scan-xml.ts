/**
 * Reads the XML of workbooks: elements, attributes and text. There is no DOMParser in a worker, and nothing else of XML
 * occurs in workbooks; entities beyond the five of XML and character references are left as they stand.
 */
export interface XmlVisitor {
  open(name: string, attributes: (name: string) => string | null): void;
  text(text: string): void;
  close(name: string): void;
}

export function scanXml(xml: string, visitor: XmlVisitor): void {
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf('<', at);
    if (start === -1) return;
    if (start > at) visitor.text(decoded(xml.slice(at, start)));
    if (xml.startsWith('<![CDATA[', start)) {
      const end = xml.indexOf(']]>', start);
      if (end === -1) return;
      visitor.text(xml.slice(start + 9, end));
      at = end + 3;
      continue;
    }
    if (xml.startsWith('<!--', start)) {
      const end = xml.indexOf('-->', start);
      if (end === -1) return;
      at = end + 3;
      continue;
    }
    const end = xml.indexOf('>', start);
    if (end === -1) return;
    visit(xml.slice(start + 1, end), visitor);
    at = end + 1;
  }
}

function visit(tag: string, visitor: XmlVisitor): void {
  if (tag.startsWith('?') || tag.startsWith('!')) return;
  if (tag.startsWith('/')) {
    visitor.close(localName(tag.slice(1).trim()));
    return;
  }
  const isEmpty = tag.endsWith('/');
  const body = isEmpty ? tag.slice(0, -1) : tag;
  const space = body.search(/\s/);
  const name = localName(space === -1 ? body : body.slice(0, space));
  const rest = space === -1 ? '' : body.slice(space);
  visitor.open(name, (wanted) => attributeIn(rest, wanted));
  if (isEmpty) visitor.close(name);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributeIn(text: string, wanted: string): string | null {
  for (const [, name, double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (name !== undefined && (name === wanted || localName(name) === wanted)) {
      return decoded(double ?? single ?? '');
    }
  }
  return null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return ENTITIES[name] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
