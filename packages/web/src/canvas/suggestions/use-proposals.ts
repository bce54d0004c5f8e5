import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { Proposals } from './suggested-control.js';

interface Question {
  readonly key: readonly unknown[];
  readonly ask: () => Promise<Proposals>;
}

/** What the service proposes for each of the files. */
export function useProposals(questions: readonly Question[], isAsked: boolean) {
  const { answers, isReading, failed } = useQueries({
    queries: questions.map(({ key, ask }) => ({
      queryKey: key,
      queryFn: ask,
      enabled: isAsked,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    })),
    combine,
  });
  const retry = () => {
    for (const again of failed) void again();
  };
  return { answers, isReading: isAsked && isReading, retry: failed.length > 0 ? retry : null };
}

function combine(answers: readonly UseQueryResult<Proposals>[]) {
  return {
    answers: answers.map(({ data }) => data),
    isReading: answers.some(({ isFetching }) => isFetching),
    failed: answers.flatMap(({ isError, refetch }) => (isError ? [refetch] : [])),
  };
}
