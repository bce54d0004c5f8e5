/** `50 MB`, `12.3 kB`: as people read it. */
export function fileSize(bytes: number): string {
  if (bytes >= 1_048_576) return `${rounded(bytes / 1_048_576)} MB`;
  return bytes >= 1024 ? `${rounded(bytes / 1024)} kB` : `${bytes} B`;
}

function rounded(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}
