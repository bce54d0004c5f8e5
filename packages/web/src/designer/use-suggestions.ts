import { suggestComponents } from '@cinnabar/api/operations/template-places.js';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { keep, kept } from '../shared/state/kept.js';
import type { Control, Design, Party } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { openSuggestions, type Proposals } from './proposals.js';

interface Options {
  readonly design: Design;
  /** Gets the controls of which the file does not say whose they are. */
  readonly chosen: Party['key'] | null;
  /** Names what has been dismissed, until the browser's tab is closed. */
  readonly draftId: string;
  readonly isReader: boolean;
}

/** The limit of the interface. */
const MAX_PARTIES = 50;

/** What the service proposes for the files, and has neither been accepted nor dismissed. */
export function useSuggestions({ design, chosen, draftId, isReader }: Options) {
  const door = useDesignerDoor();
  const place = `dismissed ${draftId}`;
  const [dismissed, setDismissed] = useState(() => new Set(kept(place, 'sessionStorage')?.split('\n') ?? []));
  const parties = design.parties.slice(0, MAX_PARTIES).filter(({ flag }) => flag.trim() !== '');
  const asked = parties.map((party) => {
    const name = party.setMode !== 1 ? '' : party.isEnterprise ? party.corpName : party.personName;
    return {
      participantFlag: party.flag,
      participantType: party.isEnterprise ? (1 as const) : (0 as const),
      ...(name === '' ? {} : { participantName: name }),
    };
  });
  const isAsked = !isReader && parties.length > 0;
  const { answers, isReading, failed } = useQueries({
    queries: design.files.map(({ fileUrl }) => ({
      queryKey: [...door.scope, 'suggested', fileUrl, asked],
      queryFn: () => door.call(suggestComponents, { fileUrl, parties: asked }),
      enabled: isAsked,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    })),
    combine,
  });
  const suggestions = useMemo(() => {
    if (!isAsked) return [];
    const byFile = new Map<string, Proposals>();
    for (const [index, { fileUrl }] of design.files.entries()) byFile.set(fileUrl, answers[index] ?? []);
    return openSuggestions(design, byFile, dismissed, chosen);
  }, [design, answers, dismissed, chosen, isAsked]);
  const remember = useCallback(
    (keys: ReadonlySet<string>) => {
      setDismissed(new Set(keys));
      keep(place, [...keys].join('\n'), 'sessionStorage');
    },
    [place],
  );
  const dismiss = useCallback(
    (keys: readonly Control['key'][]) => remember(new Set([...dismissed, ...keys])),
    [dismissed, remember],
  );
  const restore = useCallback(() => remember(new Set()), [remember]);
  const retry = () => {
    for (const again of failed) void again();
  };
  return {
    suggestions,
    dismissedCount: dismissed.size,
    dismiss,
    restore,
    isReading: isAsked && isReading,
    retry: failed.length > 0 ? retry : null,
  };
}

function combine(answers: readonly UseQueryResult<Proposals>[]) {
  return {
    answers: answers.map(({ data }) => data),
    isReading: answers.some(({ isFetching }) => isFetching),
    failed: answers.flatMap(({ isError, refetch }) => (isError ? [refetch] : [])),
  };
}
