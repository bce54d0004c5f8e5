export function costlyPdf(revisions: number, fields: number): Buffer;
