import type { Answer, AnyOperation } from '@cinnabar/api/operation.js';
import type { PageOperation } from '@cinnabar/api/page-operation.js';
import type { PlatformDuty } from '@cinnabar/api/platform-duties.js';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import { call } from '../api/call.js';
import { Refused } from '../api/refused.js';
import type { DataOf, Sent } from '../api/wire.js';
import { useLanguage } from '../shared/text/language.js';

interface Platform {
  readonly session: string;
  /** Of the operator. */
  readonly duties: readonly PlatformDuty[];
  /** The session has ended by itself. */
  readonly end: () => void;
}

const context = createContext<Platform | null>(null);
export const PlatformProvider = context.Provider;

function usePlatform(): Platform {
  const platform = useContext(context);
  if (platform === null) throw new Error('outside of a session of the platform');
  return platform;
}

/** Whether the operator has the duty: what they may not do is not offered. */
export function useDuty(duty: PlatformDuty): boolean {
  return usePlatform().duties.includes(duty);
}

type PlatformOperation<Q, A extends Answer> = PageOperation<'platform', Q, A, null>;

function hasEnded(error: unknown): boolean {
  return error instanceof Refused && error.reason === 'TOKEN_INVALID';
}

/** What an operation answers; lists keep what they show while the next page is on its way. */
export function useAsked<Q, A extends Answer>(
  operation: PlatformOperation<Q, A>,
  input: Sent<Q>,
  { everyMs = false }: { readonly everyMs?: number | false } = {},
) {
  const { session, end } = usePlatform();
  const { language } = useLanguage();
  const asked = useQuery<DataOf<AnyOperation<Q, A>>>({
    // The service answers in the language of the page.
    queryKey: ['platform', session, operation.path, input, language],
    queryFn: () => call(operation, input, { platformSession: session }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
  const isOver = hasEnded(asked.error);
  useEffect(() => {
    if (isOver) end();
  }, [isOver, end]);
  return asked;
}

/** An act of the operator; what is shown is asked for again afterwards. */
export function useOperatorAct<Q, A extends Answer>(
  operation: PlatformOperation<Q, A>,
  onDone: (answer: DataOf<AnyOperation<Q, A>>) => void = () => undefined,
) {
  const { session, end } = usePlatform();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Sent<Q>) => call(operation, input, { platformSession: session }),
    async onSuccess(answer) {
      onDone(answer);
      await queries.invalidateQueries({ queryKey: ['platform', session] });
    },
    onError(error) {
      if (hasEnded(error)) end();
    },
  });
}
