import type { ReportBlock, ReportColumn, ReportFact } from '@cinnabar/pdf/report/report.js';

export function heading(text: string): ReportBlock {
  return { kind: 'heading', text };
}

export function paragraph(text: string): ReportBlock {
  return { kind: 'paragraph', text };
}

/** Facts without a value are omitted. */
export function facts(all: readonly ReportFact[], title: string | null = null): ReportBlock {
  return { kind: 'facts', title, facts: all.filter(([, value]) => value !== '') };
}

export function notice(tone: 'good' | 'bad' | 'plain', text: string): ReportBlock {
  return { kind: 'notice', tone, text };
}

/** A table, or a sentence if it would be empty. */
export function tableOr(
  nothing: string,
  columns: readonly ReportColumn[],
  rows: readonly (readonly string[])[],
): ReportBlock {
  return rows.length === 0 ? paragraph(nothing) : { kind: 'table', columns, rows };
}
