import type { InputOf, Operation } from '@cinnabar/api/operation.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf, Sent } from '../../api/wire.js';
import { useConsole, useRefresh } from './console-context.js';

/**
 * An act of the person. A repetition after a lost answer does not repeat the act; what is shown is requested again
 * afterwards.
 */
export function useAct<O extends Operation>(
  operation: O,
  onDone: (answer: DataOf<O>) => void = () => undefined,
) {
  const { door } = useConsole();
  const refresh = useRefresh();
  const [key, setKey] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (input: Sent<InputOf<O>>) => door.act(operation, input, key),
    onSuccess: async (answer) => {
      onDone(answer);
      await refresh();
    },
    onSettled: () => setKey(crypto.randomUUID()),
  });
}
