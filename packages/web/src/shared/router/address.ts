/** The parts of the page's own address. */
export interface PageAddress {
  readonly path: string;
  /** Of the link that led here; null for pages that need none. */
  readonly linkId: number | null;
}

export function pageAddress(): PageAddress {
  const given = Number(new URLSearchParams(location.search).get('l'));
  return { path: location.pathname, linkId: Number.isSafeInteger(given) && given > 0 ? given : null };
}
