import type { InputOf, Operation } from '@cinnabar/api/operation.js';
import { holdsRight, onlyAudits, type Right, type Role } from '@cinnabar/api/permissions.js';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback } from 'react';
import type { Sent } from '../../api/wire.js';
import { requestName } from '../../shared/console/first-requests.js';
import { takePrefetched } from '../../shared/state/prefetched.js';
import type { Door } from './door.js';

/** An enterprise that the person may open. */
export interface OwnCorp {
  readonly corpId: number;
  readonly corpName: string;
  /** Whether the session may act there at present. */
  readonly standing: 'open' | 'secondFactor' | 'enrol' | 'method' | 'network';
}

/** Who uses the console, and for which enterprise: the one that the address names. */
export interface Console {
  readonly corpId: number;
  readonly corpName: string;
  readonly userId: number;
  readonly personName: string;
  /** Masked. */
  readonly mobile: string;
  readonly roles: readonly Role[];
  readonly corps: readonly OwnCorp[];
  readonly door: Door;
  readonly logOut: () => void;
}

const Current = createContext<Console | null>(null);
export const ConsoleProvider = Current;

export function useConsole(): Console {
  const current = use(Current);
  if (current === null) throw new Error('the console is not open');
  return current;
}

/** Whether the person's roles grant the right. The service checks it again at every request. */
export function useRight(right: Right): boolean {
  return holdsRight(useConsole().roles, right);
}

/** Whether the person starts contracts: everybody but those who only audit. */
export function useMayStart(): boolean {
  return !onlyAudits(useConsole().roles);
}

interface AskOptions {
  readonly isWanted?: boolean;
  /** In milliseconds, while the page is visible. */
  readonly every?: number;
}

/** Data of an operation. Older data stays visible while newer data is requested. */
export function useAsk<O extends Operation>(
  operation: O,
  input: Sent<InputOf<O>>,
  { isWanted = true, every }: AskOptions = {},
) {
  const { corpId, door } = useConsole();
  return useQuery({
    queryKey: ['console', corpId, operation.path, input],
    queryFn: () =>
      takePrefetched(requestName(corpId, operation.path, input), () => door.ask(operation, input)),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
}

/** A page of a list, with its total. */
export function useList<O extends Operation>(
  operation: O,
  input: Sent<InputOf<O>>,
  { isWanted = true, every }: AskOptions = {},
) {
  const { corpId, door } = useConsole();
  return useQuery({
    queryKey: ['console', corpId, operation.path, input, 'list'],
    queryFn: () =>
      takePrefetched(requestName(corpId, operation.path, input), () => door.list(operation, input)),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
}

/** Requests everything again that is shown, after an act. */
export function useRefresh(): () => Promise<void> {
  const { corpId } = useConsole();
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['console', corpId] }), [queries, corpId]);
}
