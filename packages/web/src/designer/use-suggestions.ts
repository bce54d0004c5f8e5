import { SetMode } from '@cinnabar/api/enums.js';
import { suggestComponents } from '@cinnabar/api/operations/template-places.js';
import { useMemo, useState } from 'react';
import type { Proposals } from '../canvas/suggestions/suggested-control.js';
import { useDismissed } from '../canvas/suggestions/use-dismissed.js';
import { useProposals } from '../canvas/suggestions/use-proposals.js';
import type { Design, Party } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { canvasSuggestions, openSuggestions } from './proposals.js';

interface Options {
  readonly design: Design;
  /** Gets the controls of which the file does not say whose they are. */
  readonly chosen: Party['key'] | null;
  readonly draftId: string;
  readonly isReader: boolean;
  /** They are asked for once they are to be shown: reading a long file takes the service seconds. */
  readonly isShown: boolean;
}

/** The limit of the interface. */
const MAX_PARTIES = 50;

/** What the service proposes for the files, and has neither been accepted nor dismissed. */
export function useSuggestions({ design, chosen, draftId, isReader, isShown }: Options) {
  const door = useDesignerDoor();
  const [wereShown, setWereShown] = useState(isShown);
  if (isShown && !wereShown) setWereShown(true);
  const { dismissed, dismiss, restore } = useDismissed(draftId);
  const parties = design.parties.slice(0, MAX_PARTIES).filter(({ flag }) => flag.trim() !== '');
  const asked = parties.map((party) => {
    const name =
      party.setMode !== SetMode.fixed ? '' : party.isEnterprise ? party.corpName : party.personName;
    return {
      participantFlag: party.flag,
      participantType: party.isEnterprise ? (1 as const) : (0 as const),
      ...(name === '' ? {} : { participantName: name }),
    };
  });
  const isAsked = !isReader && wereShown && parties.length > 0;
  const { answers, isReading, retry } = useProposals(
    design.files.map(({ fileUrl }) => ({
      key: [...door.scope, 'suggested', fileUrl, asked],
      ask: () => door.call(suggestComponents, { fileUrl, parties: asked }),
    })),
    isAsked,
  );
  const suggestions = useMemo(() => {
    if (!isAsked) return [];
    const byFile = new Map<string, Proposals>();
    for (const [index, { fileUrl }] of design.files.entries()) byFile.set(fileUrl, answers[index] ?? []);
    return openSuggestions(design, byFile, dismissed, chosen);
  }, [design, answers, dismissed, chosen, isAsked]);
  const suggested = useMemo(() => canvasSuggestions(design, suggestions), [design, suggestions]);
  const count = isAsked && !isReading ? suggestions.length : undefined;
  const dismissedCount = dismissed.size;
  return { suggestions, suggested, count, dismissedCount, dismiss, restore, isReading, retry };
}
