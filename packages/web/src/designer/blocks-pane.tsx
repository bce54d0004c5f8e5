import type { Block } from '@cinnabar/api/pages/template-blocks.js';
import { Ellipsis, Group } from 'lucide-react';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { blockTexts } from './block-texts.js';
import { controlsOf } from './blocks.js';
import { Menu } from './menu.js';
import { useBlocks } from './use-blocks.js';

interface Props {
  /** Whether a page is shown on which a block can be placed. */
  readonly isReady: boolean;
  readonly put: (block: Block) => void;
  readonly open: (sheet: 'renameBlock' | 'removeBlock', block: Block) => void;
}

/** The person's blocks beside the tools; without any there is nothing to show. */
export default function BlocksPane({ isReady, put, open }: Props) {
  const t = useTexts(blockTexts);
  const { listed } = useBlocks();
  const { data: blocks = [], isError } = listed;
  if (!isError && blocks.length === 0) return null;
  return (
    <section aria-label={t.title} className="px-4 pb-4">
      <h2 className="m-0 mb-2 text-small font-medium text-n-500">{t.title}</h2>
      {isError && (
        <p role="status" className="m-0 flex items-center justify-between gap-2 text-small text-n-600">
          {t.failed}
          <Button small onPress={() => void listed.refetch()}>
            {t.retry}
          </Button>
        </p>
      )}
      <ul className="m-0 list-none space-y-2 p-0">
        {blocks.map((block) => {
          const { blockName } = block;
          const count = controlsOf(block).length;
          return (
            <li key={blockName} className="flex items-center gap-1">
              <button
                type="button"
                disabled={!isReady || count === 0}
                aria-label={t.put(blockName, count)}
                onClick={() => put(block)}
                className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control border border-n-400 bg-n-0 px-2 text-left text-small hover:bg-n-50 disabled:cursor-not-allowed disabled:border-n-300 disabled:bg-n-100 disabled:text-n-500"
              >
                <Group {...iconSize} className="shrink-0" />
                <bdi className="min-w-0 flex-1 truncate">{blockName}</bdi>
                <span className="figures shrink-0 text-caption text-n-500">{t.count(count)}</span>
              </button>
              <Menu
                label={t.moreOf(blockName)}
                icon={<Ellipsis {...iconSize} />}
                items={[
                  { id: 'rename', words: t.rename, run: () => open('renameBlock', block) },
                  { id: 'remove', words: t.remove, run: () => open('removeBlock', block) },
                ]}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
