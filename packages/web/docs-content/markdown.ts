import { marked, type Token, type Tokens } from 'marked';
import type { Block, Inline } from '../src/docs/content.js';
import { fragmentOf } from './addresses.js';
import type { LeadTo } from './links.js';
import { plainText } from './plain-text.js';

export interface Page {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/**
 * A Markdown file as blocks: text, and no markup that a browser would run. What the guides do not use, such as pictures
 * and HTML, is refused, so that nothing is lost silently.
 */
export function pageOf(markdown: string, leadTo: LeadTo): Page {
  const fragments = new Map<string, number>();
  const tokens = marked.lexer(markdown);
  const head = tokens.find(isHeading);
  const title = head === undefined ? '' : plainText(inlinesOf(head.tokens, leadTo));
  const rest = tokens.filter((token) => token !== head);
  return { title, blocks: withoutContents(blocksOf(rest, leadTo, fragments)) };
}

/** The fragments of the headings of a file, in order. */
export function fragmentsIn(markdown: string): readonly string[] {
  return pageOf(markdown, (href) => href).blocks.flatMap((block) =>
    block.kind === 'heading' ? [block.id] : [],
  );
}

/** A list that only names the sections of its own page: the page shows one beside the text. */
function withoutContents(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter((block) => {
    if (block.kind !== 'list') return true;
    return !block.items.every(([first]) => first?.kind === 'paragraph' && startsWithinPage(first.children));
  });
}

function startsWithinPage([first]: readonly Inline[]): boolean {
  return typeof first === 'object' && first.kind === 'link' && first.href.startsWith('#');
}

type Fragments = Map<string, number>;

function blocksOf(tokens: readonly Token[], leadTo: LeadTo, fragments: Fragments): readonly Block[] {
  return tokens.flatMap((token): readonly Block[] => {
    const inlines = () => inlinesOf('tokens' in token ? token.tokens : undefined, leadTo);
    if (isHeading(token)) return [headingOf(token, inlines(), fragments)];
    if (isList(token)) {
      const items = token.items.map((item) => blocksOf(item.tokens, leadTo, fragments));
      const isChecklist = token.items.every(({ task }) => task);
      const look = isChecklist ? 'checklist' : token.ordered ? 'numbered' : 'bulleted';
      return [{ kind: 'list', look, items }];
    }
    if (isTable(token)) {
      const cellsOf = (cells: readonly Tokens.TableCell[]) =>
        cells.map((cell) => inlinesOf(cell.tokens, leadTo));
      return [{ kind: 'table', head: cellsOf(token.header), rows: token.rows.map(cellsOf) }];
    }
    switch (token.type) {
      case 'space':
      case 'def':
      case 'hr':
      case 'checkbox':
        return [];
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', children: inlines() }];
      case 'blockquote':
        return [{ kind: 'quote', blocks: blocksOf(token.tokens ?? [], leadTo, fragments) }];
      case 'code':
        return [{ kind: 'code', language: token['lang'] ?? '', text: String(token['text']).trimEnd() }];
      default:
        throw new TypeError(`a guide contains ${token.type}: ${token.raw.slice(0, 80)}`);
    }
  });
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

function headingOf({ depth }: Tokens.Heading, children: readonly Inline[], fragments: Fragments): Block {
  const plain = fragmentOf(plainText(children));
  const before = fragments.get(plain) ?? 0;
  fragments.set(plain, before + 1);
  const level = depth <= 2 ? 2 : depth === 3 ? 3 : 4;
  return { kind: 'heading', level, id: before === 0 ? plain : `${plain}-${before}`, children };
}

function inlinesOf(tokens: readonly Token[] | undefined, leadTo: LeadTo): readonly Inline[] {
  return (tokens ?? []).flatMap((token): readonly Inline[] => {
    const inner = () => inlinesOf('tokens' in token ? token.tokens : undefined, leadTo);
    switch (token.type) {
      case 'text':
        // The text of a list item is a token with tokens of its own.
        return 'tokens' in token && token.tokens !== undefined ? inner() : [unescaped(token.raw)];
      case 'escape':
        return [token['text']];
      case 'codespan':
        return [{ kind: 'code', text: token['text'] }];
      case 'strong':
      case 'em':
        return [{ kind: token.type, children: inner() }];
      case 'br':
        return [{ kind: 'break' }];
      case 'html':
        if (/^<br\s*\/?>$/.test(token.raw)) return [{ kind: 'break' }];
        throw new TypeError(`a guide contains HTML: ${token.raw}`);
      case 'link': {
        const href = leadTo(token['href']);
        // What only the repository has is named, and leads nowhere.
        return href === null ? inner() : [{ kind: 'link', href, children: inner() }];
      }
      default:
        throw new TypeError(`a guide contains ${token.type}: ${token.raw.slice(0, 80)}`);
    }
  });
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity] ?? entity);
}
