import type { Block } from '@cinnabar/api/pages/template-blocks.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDesignerDoor } from './designer-door.js';

type Change = (blocks: readonly Block[]) => readonly Block[];

/** The person's blocks. A change is made to what is stored by now, since another window may have kept others. */
export function useBlocks() {
  const { scope, blocks } = useDesignerDoor();
  const queries = useQueryClient();
  const queryKey = [...scope, 'blocks'];
  const listed = useQuery({ queryKey, queryFn: () => blocks?.list() ?? [], enabled: blocks !== null });
  const changing = useMutation({
    mutationFn: async (change: Change) => (blocks === null ? [] : blocks.keep(change(await blocks.list()))),
    onSuccess: (kept) => queries.setQueryData(queryKey, kept),
  });
  return { listed, changing };
}
