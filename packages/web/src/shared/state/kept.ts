/**
 * Small things that a browser remembers. In a frame of another site it may refuse to, even to be asked: then a page
 * does without.
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
    // What is not remembered is chosen again.
  }
}

export function forget(name: string, where: Where = 'localStorage'): void {
  try {
    window[where].removeItem(name);
  } catch {
    // There is nothing to forget.
  }
}
