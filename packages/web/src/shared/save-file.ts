import type { ReceivedFile } from '../api/post.js';

/** Hands a received file to the browser's downloads. */
export function saveFile({ name, bytes }: ReceivedFile): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
