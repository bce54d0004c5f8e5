import type { Area } from '@cinnabar/api/operation.js';
import type {
  AreaContent,
  Block,
  CodeContent,
  EventContent,
  Field,
  Guide,
  OperationContent,
  SearchEntry,
} from '../src/docs/content.js';
import { guideAddress } from './addresses.js';
import { plainText, textOfBlocks } from './plain-text.js';

interface Searched {
  readonly guides: ReadonlyMap<string, Guide>;
  readonly areas: ReadonlyMap<Area, AreaContent>;
  readonly codes: readonly CodeContent[];
  readonly events: readonly EventContent[];
}

/** The search index. */
export function searchEntries({ guides, areas, codes, events }: Searched): readonly SearchEntry[] {
  const operations = [...areas.values()].flatMap((area) =>
    area.operations.map((operation) => ({ area, operation })),
  );
  return [
    ...[...areas].map(
      ([area, { title }]): SearchEntry => ({
        kind: 'area',
        title,
        place: '',
        text: '',
        href: `/docs/${area}`,
      }),
    ),
    ...operations.map(
      ({ area, operation }): SearchEntry => ({
        kind: 'operation',
        title: operation.title,
        place: area.title,
        text: operation.path,
        href: addressOf(operation),
      }),
    ),
    ...[...guides].flatMap(([name, guide]) => sectionsOf(name, guide)),
    ...codes.flatMap(entriesOfCode),
    ...events.map(
      ({ type, title }): SearchEntry => ({
        kind: 'event',
        title: type,
        place: '',
        text: title,
        href: `/docs/events#${type}`,
      }),
    ),
    ...fieldEntries(operations.map(({ operation }) => operation)),
  ];
}

function addressOf({ area, name }: OperationContent): string {
  return `/docs/${area}/${name}`;
}

function entriesOfCode({ code, meaning, reasons }: CodeContent): readonly SearchEntry[] {
  const entry = (title: string, text: string, place: string): SearchEntry => ({
    kind: 'code',
    title,
    place,
    text,
    href: `/docs/codes#${title}`,
  });
  // A reason of the same name as its code is found as the code.
  const own = reasons.filter(({ reason }) => reason !== code);
  return [entry(code, meaning, ''), ...own.map((each) => entry(each.reason, each.meaning, code))];
}

/** One entry for each section of a guide. */
function sectionsOf(name: string, { title, blocks }: Guide): readonly SearchEntry[] {
  const sections: { readonly title: string; readonly id: string; readonly blocks: Block[] }[] = [
    { title, id: '', blocks: [] },
  ];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      sections.push({ title: plainText(block.children), id: block.id, blocks: [] });
    } else {
      sections.at(-1)?.blocks.push(block);
    }
  }
  return sections.map((section) => ({
    kind: 'guide',
    title: section.title,
    place: section.id === '' ? '' : title,
    text: textOfBlocks(section.blocks),
    href: guideAddress(name) + (section.id === '' ? '' : `#${section.id}`),
  }));
}

/** A field that several operations have with the same meaning is one entry, which leads to the first of them. */
function fieldEntries(operations: readonly OperationContent[]): readonly SearchEntry[] {
  const found = new Map<string, { readonly entry: SearchEntry; readonly titles: Set<string> }>();
  const add = (operation: OperationContent, part: string, path: string, field: Field): void => {
    const words = [field.meaning, ...field.values.map(({ value, name }) => `${value} ${name}`)];
    const text = words.filter((word) => word !== '').join(' ');
    const at = `${path}${field.name}`;
    const key = `${field.name} ${text}`;
    const known = found.get(key);
    if (known !== undefined) {
      known.titles.add(operation.title);
    } else {
      const href = `${addressOf(operation)}#${part}.${at}`;
      const entry: SearchEntry = { kind: 'field', title: field.name, place: '', text, href };
      found.set(key, { entry, titles: new Set([operation.title]) });
    }
    for (const child of field.children) add(operation, part, `${at}.`, child);
  };
  for (const operation of operations) {
    for (const field of operation.request) add(operation, 'request', '', field);
    const { answer } = operation;
    for (const field of answer.kind === 'file' ? [] : answer.fields) add(operation, 'answer', '', field);
  }
  return [...found.values()]
    .sort((one, other) => other.titles.size - one.titles.size)
    .map(({ entry, titles }) => ({ ...entry, place: placesOf([...titles]) }));
}

function placesOf(titles: readonly string[]): string {
  const [first = '', ...rest] = titles;
  return rest.length === 0 ? first : `${first} +${rest.length}`;
}
