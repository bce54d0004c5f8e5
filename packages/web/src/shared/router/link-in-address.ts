/** The link in the page's path; null for pages without a link. */
export function linkIdInAddress(): number | null {
  const given = Number(new URLSearchParams(location.search).get('l'));
  return Number.isSafeInteger(given) && given > 0 ? given : null;
}
