/** A sheet takes its entry of the history along when it closes; what goes to another page has to wait until it is gone. */
export function afterClosing(close: () => void, then: () => void): void {
  window.addEventListener('popstate', () => setTimeout(then), { once: true });
  close();
}
