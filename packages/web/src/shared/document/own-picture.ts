/**
 * The address of a picture of this service, under the name by which the browser has opened the page: the service may
 * have several, and pages show pictures of their own origin only.
 */
export function ownPicture(address: string): string {
  const { pathname, search } = new URL(address, location.origin);
  return pathname.startsWith('/files/') ? `${pathname}${search}` : address;
}
