import { memo, useEffect, useState } from 'react';

interface Props {
  readonly addressOf: (width: number) => string;
  readonly tier: number;
}

/** Decoded pictures that stay in memory, so that scrolling back shows them at once. */
const kept = new Map<string, HTMLImageElement>();
const MOST_KEPT = 12;

/** A page as a picture: the small one first, the sharp one in its place when it is ready to be drawn. */
export const PagePicture = memo(function PagePicture({ addressOf, tier }: Props) {
  const wanted = addressOf(tier);
  const [shown, setShown] = useState(() => (kept.has(wanted) ? wanted : addressOf(600)));
  useEffect(() => {
    let isGone = false;
    void decoded(wanted).then((isReady) => {
      if (isReady && !isGone) setShown(wanted);
    });
    return () => {
      isGone = true;
    };
  }, [wanted]);
  return (
    <img
      src={shown}
      alt=""
      draggable={false}
      decoding="async"
      className="pointer-events-none absolute inset-0 size-full select-none"
    />
  );
});

async function decoded(address: string): Promise<boolean> {
  if (kept.has(address)) return true;
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    return false;
  }
  kept.set(address, image);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return true;
}
