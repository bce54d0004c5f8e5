/** A closing sheet goes back in the browser history; navigation must wait until that has happened. */
export function afterClosing(close: () => void, then: () => void): void {
  window.addEventListener('popstate', () => setTimeout(then), { once: true });
  close();
}
