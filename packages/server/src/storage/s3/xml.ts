/**
 * The XML of an S3 store, as far as it is read: elements with text or elements. The texts that are read are keys of
 * ours, times, codes and opaque tokens.
 */

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** The contents of all elements of that name, in document order. */
export function elementsOf(xml: string, name: string): readonly string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content = '']) => content);
}

/** The text of the first element of that name; null if there is none. */
export function textIn(xml: string, name: string): string | null {
  const [content] = elementsOf(xml, name);
  if (content === undefined) return null;
  return content.trim().replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Whether a document is complete and has this root element. */
export function hasRoot(xml: string, name: string): boolean {
  return new RegExp(`^\\s*(?:<\\?[^>]*\\?>\\s*)?<${name}[\\s>][\\s\\S]*</${name}>\\s*$`).test(xml);
}
