/**
 * Small values kept in web storage. In a cross-site frame a browser may throw on any access to it; the page then works
 * without them.
 */
type Where = 'localStorage' | 'sessionStorage';

export function kept(name: string, where: Where = 'localStorage'): string | null {
  try {
    return window[where].getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string, where: Where = 'localStorage'): void {
  try {
    window[where].setItem(name, value);
  } catch {
    // The person makes the choice again next time.
  }
}

export function forget(name: string, where: Where = 'localStorage'): void {
  try {
    window[where].removeItem(name);
  } catch {
    // Nothing was stored.
  }
}
