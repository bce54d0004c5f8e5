import { useMemo } from 'react';
import { encode } from 'uqr';

interface Props {
  readonly text: string;
  readonly label: string;
  /** For texts of hundreds of characters: larger, and with less redundancy, so that its modules do not become too small. */
  readonly isLong?: boolean;
}

/** Black on white with the quiet zone that scanners require (ISO/IEC 18004), drawn as a single path. */
export function QrCode({ text, label, isLong = false }: Props) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: isLong ? 'L' : 'M', border: 4 });
    const dark = code.data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: code.size, path: dark.join('') };
  }, [text, isLong]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`block rounded-control border border-n-200 bg-n-0 ${isLong ? 'size-80' : 'size-60'}`}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
