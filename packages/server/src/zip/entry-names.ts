/** An uploaded file name must not contain a path when the archive is unpacked. */
export function safeEntryName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Control}]/gu, '_').replace(/^\.+/, '_');
}

/** Names of the files of one folder, each once. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return names.map((name, index) => {
    const safe = safeEntryName(name);
    const own = used.has(safe) ? `${index + 1}-${safe}` : safe;
    used.add(own);
    return own;
  });
}
