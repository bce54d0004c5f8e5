/** By which an outside provider finds what it has proven, when somebody doubts it. */
export interface ProviderProof {
  /** Name of the adapter. */
  readonly provider: string;
  /** The provider's number of the request; where it gives none, ours. */
  readonly request: string;
}

/** The proof that a stored record names; null for records of earlier versions, and of the sandbox. */
export function proofIn(record: unknown): ProviderProof | null {
  if (typeof record !== 'object' || record === null) return null;
  const { provider, request }: { readonly provider?: unknown; readonly request?: unknown } = record;
  return typeof provider === 'string' && typeof request === 'string' ? { provider, request } : null;
}
