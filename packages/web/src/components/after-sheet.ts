/** A sheet takes its entry of the history along when it closes; the next one must not open before that is gone. */
export function afterSheet(closeFirst: () => void, then: () => void): void {
  window.addEventListener('popstate', () => setTimeout(then), { once: true });
  closeFirst();
}
