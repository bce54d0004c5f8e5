/** Result of one check that is recomputed from an archive. */
export interface ArchiveCheck {
  readonly name: ArchiveCheckName;
  readonly ok: boolean;
  /** The findings, human-readable. */
  readonly detail: string;
  /** What a passed check did not cover; null if it covered everything. */
  readonly remark: string | null;
}

export type ArchiveCheckName =
  | 'sums'
  | 'parts'
  | 'chain'
  | 'report'
  | 'intents'
  | 'words'
  | 'files'
  | 'signatures'
  | 'eventHeads'
  | 'dailyRoot'
  | 'revocation';

/** @param problems if empty, the check has passed with the text of `fine` */
export function checked(name: ArchiveCheckName, problems: readonly string[], fine: string): ArchiveCheck {
  const ok = problems.length === 0;
  return { name, ok, detail: ok ? fine : problems.join('; '), remark: null };
}
