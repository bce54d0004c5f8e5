import { useMemo } from 'react';
import { encode } from 'uqr';

/** Black on white with the quiet zone that scanners require (ISO/IEC 18004), drawn as a single path. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 4 });
    const dark = code.data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: code.size, path: dark.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block size-60 rounded-control border border-n-200 bg-n-0"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
