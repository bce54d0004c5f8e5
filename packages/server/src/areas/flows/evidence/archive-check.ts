/** One thing that was computed again from an archive. */
export interface ArchiveCheck {
  readonly name: ArchiveCheckName;
  readonly ok: boolean;
  /** What was found, for people. */
  readonly detail: string;
}

export type ArchiveCheckName =
  | 'sums'
  | 'chain'
  | 'report'
  | 'intents'
  | 'words'
  | 'files'
  | 'signatures'
  | 'eventHeads'
  | 'dailyRoot'
  | 'revocation';

/** @param problems none: it is right, as `fine` says */
export function checked(name: ArchiveCheckName, problems: readonly string[], fine: string): ArchiveCheck {
  return { name, ok: problems.length === 0, detail: problems.length === 0 ? fine : problems.join('; ') };
}
