/**
 * Controls on the clipboard: JSON in plain text, so that they can be pasted into another template, in another window too.
 * The canvas does not know what a control consists of; whoever pastes reads the elements. Pure.
 */
const FORMAT = 'cinnabar/controls';
const VERSION = 1;

export function writeClipboard(controls: readonly unknown[]): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, controls });
}

/** The copied controls, not yet checked; null for any other text. */
export function readClipboard(text: string): readonly unknown[] | null {
  if (!text.trimStart().startsWith('{')) return null;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { format, version, controls }: Readonly<Record<string, unknown>> = { ...read };
  return format === FORMAT && version === VERSION && Array.isArray(controls) ? controls : null;
}
