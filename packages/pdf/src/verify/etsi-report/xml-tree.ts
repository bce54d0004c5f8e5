import { DOMImplementation, type Document, type Element, XMLSerializer } from '@xmldom/xmldom';

/** An element as plain data; a name without a prefix is in the default namespace. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlNode | string)[];
}

type Child = XmlNode | string | null;

/** Creates an element; null children are omitted. */
export function xml(name: string, ...children: readonly Child[]): XmlNode {
  return { name, attributes: {}, children: children.filter((child) => child !== null) };
}

export function xmlWith(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): XmlNode {
  return { ...xml(name, ...children), attributes };
}

/** Namespaces by prefix; '' is the default namespace. */
export type Namespaces = Readonly<Record<string, string>>;

const XMLNS = 'http://www.w3.org/2000/xmlns/';
/** All characters outside the Char production of XML 1.0 (2.2): names in certificates are arbitrary bytes. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Serialises a document in UTF-8, indented, with each element on its own line. */
export function xmlDocument(root: XmlNode, namespaces: Namespaces): string {
  const document = new DOMImplementation().createDocument(namespaces[''] ?? null, root.name, null);
  const element = document.documentElement;
  if (element === null) throw new TypeError('a document without an element');
  for (const [prefix, namespace] of Object.entries(namespaces))
    if (prefix !== '') element.setAttributeNS(XMLNS, `xmlns:${prefix}`, namespace);
  fill(document, element, root, namespaces, '\n');
  const text = new XMLSerializer().serializeToString(document, { requireWellFormed: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
}

function fill(
  document: Document,
  element: Element,
  node: XmlNode,
  namespaces: Namespaces,
  margin: string,
): void {
  for (const [name, value] of Object.entries(node.attributes)) element.setAttribute(name, clean(value));
  const inner = `${margin}  `;
  for (const child of node.children) {
    if (typeof child === 'string') {
      element.appendChild(document.createTextNode(clean(child)));
      continue;
    }
    const [prefix] = child.name.includes(':') ? child.name.split(':') : [''];
    const below = document.createElementNS(namespaces[prefix ?? ''] ?? null, child.name);
    element.appendChild(document.createTextNode(inner));
    element.appendChild(below);
    fill(document, below, child, namespaces, inner);
  }
  if (node.children.some((child) => typeof child !== 'string'))
    element.appendChild(document.createTextNode(margin));
}

function clean(text: string): string {
  return text.replace(NO_CHARACTER, '\u{fffd}');
}
