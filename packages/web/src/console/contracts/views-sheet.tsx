import { keepViews, viewList } from '@cinnabar/api/operations/workspace.js';
import { useMutation } from '@tanstack/react-query';
import { ArrowUp, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button, IconButton } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize } from '../../shared/components/icons.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useRefresh } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { type Filters, queryOf } from './filters.js';
import { viewTexts } from './view-texts.js';

type Views = DataOf<typeof viewList>;

const MOST = 20;

/** Saves the filters of the list under a name; orders and deletes saved views. */
export default function ViewsSheet({
  filters,
  close,
}: {
  readonly filters: Filters;
  readonly close: () => void;
}) {
  const t = useTexts(viewTexts);
  const { door } = useConsole();
  const words = useWords();
  const refresh = useRefresh();
  const [name, setName] = useState('');
  const views = useAsk(viewList, {});
  const known = views.data ?? [];
  const keeping = useMutation({
    mutationFn: (next: Views) => door.act(keepViews, { views: next }, crypto.randomUUID()),
    onSuccess: refresh,
  });
  const isTaken = known.some(({ viewName }) => viewName === name.trim());
  const isFull = known.length >= MOST;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const viewName = name.trim();
    if (viewName === '' || isTaken || isFull) return;
    keeping.mutate([...known, { viewName, query: queryOf(filters) }], { onSuccess: () => setName('') });
  };
  const raise = (index: number) => {
    const moved = known.slice(index, index + 1);
    keeping.mutate([
      ...known.slice(0, index - 1),
      ...moved,
      ...known.slice(index - 1, index),
      ...known.slice(index + 1),
    ]);
  };
  return (
    <Sheet title={t.manage} isOpen close={close}>
      <form noValidate onSubmit={add}>
        <TextField
          label={t.name}
          value={name}
          maxLength={40}
          hint={t.hint}
          error={isTaken ? t.taken : isFull ? t.full(MOST) : null}
          onChange={setName}
        />
        <Button
          type="submit"
          look="ink"
          isDisabled={
            views.data === undefined || name.trim() === '' || isTaken || isFull || keeping.isPending
          }
        >
          {t.save}
        </Button>
      </form>
      <ErrorLine text={keeping.error === null ? null : words(keeping.error)} />
      {known.length > 0 && (
        <ul
          aria-label={t.views}
          className="mx-0 mt-4 mb-2 list-none divide-y divide-n-200 border-y border-n-200 p-0"
        >
          {known.map((view, index) => (
            <li key={view.viewName} className="flex min-h-12 items-center">
              <bdi className="min-w-0 flex-1 text-body names">{view.viewName}</bdi>
              {index > 0 && (
                <IconButton
                  label={t.raise(view.viewName)}
                  isDisabled={keeping.isPending}
                  onPress={() => raise(index)}
                >
                  <ArrowUp {...iconSize} />
                </IconButton>
              )}
              <IconButton
                label={t.remove(view.viewName)}
                isDisabled={keeping.isPending}
                onPress={() => keeping.mutate(known.filter((each) => each !== view))}
              >
                <Trash2 {...iconSize} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
