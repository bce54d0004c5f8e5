import type { Block, Inline } from '../src/docs/content.js';

export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline;
      if (inline.kind === 'code') return inline.text;
      return inline.kind === 'break' ? ' ' : plainText(inline.children);
    })
    .join('');
}

/** The text of blocks for a search, without the headings. */
export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim();
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return '';
    case 'paragraph':
      return plainText(block.children);
    case 'quote':
      return textOfBlocks(block.blocks);
    case 'list':
      return block.items.map(textOfBlocks).join(' ');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(' ')).join(' ');
    case 'code':
      return block.text;
  }
}
