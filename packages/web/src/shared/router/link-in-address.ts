/** The link that a page was opened by; null for pages that need none. */
export function linkIdInAddress(): number | null {
  const given = Number(new URLSearchParams(location.search).get('l'));
  return Number.isSafeInteger(given) && given > 0 ? given : null;
}
