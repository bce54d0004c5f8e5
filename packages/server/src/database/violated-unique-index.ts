const UNIQUE_VIOLATION = '23505';

/** The unique index that an insert or update violates; null for any other error. */
export function violatedUniqueIndex(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
}
