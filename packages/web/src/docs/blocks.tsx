import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { CodeBlock } from './code-block.js';
import type { Block, Inline } from './content.js';
import { docsTexts } from './docs-texts.js';
import { inOrder } from './in-order.js';
import { ScrollRegion } from './scroll-region.js';
import { SectionHeading } from './section-heading.js';
import { Text } from './text.js';

export function Blocks({ of }: { readonly of: readonly Block[] }) {
  return inOrder(of.map(drawn));
}

function drawn(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <SectionHeading id={block.id} level={block.level}>
          <Text of={block.children} />
        </SectionHeading>
      );
    case 'paragraph':
      return (
        <p className="my-4">
          <Text of={block.children} />
        </p>
      );
    case 'quote':
      return (
        <blockquote className="my-4 border-l-2 border-n-300 pl-4 text-n-600">
          <Blocks of={block.blocks} />
        </blockquote>
      );
    case 'list':
      return <List {...block} />;
    case 'table':
      return <Table {...block} />;
    case 'code':
      return (
        <div className="my-4">
          <CodeBlock code={block.text} language={block.language} />
        </div>
      );
  }
}

function List({ look, items }: Extract<Block, { readonly kind: 'list' }>) {
  const rows = inOrder(items.map(look === 'checklist' ? toDo : item));
  if (look === 'numbered') return <ol className="my-4 list-decimal pl-6">{rows}</ol>;
  return <ul className={`my-4 pl-6 ${look === 'bulleted' ? 'list-disc' : ''}`}>{rows}</ul>;
}

function item(blocks: readonly Block[]): ReactNode {
  return (
    <li className="[&>p]:my-1">
      <Blocks of={blocks} />
    </li>
  );
}

function toDo(blocks: readonly Block[]): ReactNode {
  return (
    <li className="relative list-none [&>p]:my-1">
      <Square {...smallIcon} className="absolute top-1 -left-6 text-n-500" />
      <Blocks of={blocks} />
    </li>
  );
}

const cellLook = 'border-b border-n-200 px-3 py-2 text-left align-top first:pl-0 last:pr-0';

function Table({ head, rows }: Extract<Block, { readonly kind: 'table' }>) {
  const t = useTexts(docsTexts);
  const hasHead = head.some((words) => words.length > 0);
  return (
    <ScrollRegion label={t.tableRegion} className="my-4">
      <table className="w-full border-collapse text-desk [&_code]:[overflow-wrap:normal]">
        {hasHead && (
          <thead>
            <tr>{inOrder(head.map(headCell))}</tr>
          </thead>
        )}
        <tbody>{inOrder(rows.map(row))}</tbody>
      </table>
    </ScrollRegion>
  );
}

/** A column without a name has no heading for those who hear the table. */
function headCell(words: readonly Inline[]): ReactNode {
  if (words.length === 0) return <td className={cellLook} />;
  return (
    <th scope="col" className={`${cellLook} text-small font-medium whitespace-nowrap text-n-500`}>
      <Text of={words} />
    </th>
  );
}

function row(cells: readonly (readonly Inline[])[]): ReactNode {
  return <tr>{inOrder(cells.map(cell))}</tr>;
}

function cell(words: readonly Inline[]): ReactNode {
  return (
    <td className={`${cellLook} min-w-28`}>
      <Text of={words} />
    </td>
  );
}
