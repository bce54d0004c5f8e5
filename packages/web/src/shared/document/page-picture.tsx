import { memo, useEffect, useState } from 'react';
import { FIRST_WIDTH } from './first-width.js';

interface Props {
  readonly addressOf: (width: number) => string;
  readonly tier: number;
  /** The visible page. On a slow connection all others wait until it is readable. */
  readonly isFirst: boolean;
}

/** Other pages stop waiting after this time, even if nothing has loaded. */
const MAX_WAIT_MS = 4_000;

let releaseWaiting: () => void = () => undefined;
/** Until the first image of the first page has loaded. */
const firstImageLoaded = new Promise<void>((resolve) => {
  releaseWaiting = resolve;
});
let isOpen = false;
void firstImageLoaded.then(() => {
  isOpen = true;
});

/** Decoded images kept in memory, so that scrolling back shows them at once. */
const kept = new Map<string, HTMLImageElement>();
const MAX_KEPT_PICTURES = 12;

/** A page as an image: a small version first, replaced by the sharp one once that is decoded. */
export const PagePicture = memo(function PagePicture({ addressOf, tier, isFirst }: Props) {
  const wanted = addressOf(tier);
  const [shown, setShown] = useState(() => (kept.has(wanted) ? wanted : addressOf(FIRST_WIDTH)));
  const [mayLoad, setMayLoad] = useState(isOpen || isFirst);
  useEffect(() => {
    let isGone = false;
    const wait = setTimeout(releaseWaiting, MAX_WAIT_MS);
    // The sharp image would compete for bandwidth with the first readable one.
    void firstImageLoaded.then(async () => {
      clearTimeout(wait);
      if (isGone) return;
      setMayLoad(true);
      const isReady = await decoded(wanted);
      if (isReady && !isGone) setShown(wanted);
    });
    return () => {
      isGone = true;
    };
  }, [wanted]);
  if (!mayLoad) return null;
  return (
    <img
      src={shown}
      onLoad={releaseWaiting}
      onError={releaseWaiting}
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
    if (kept.size <= MAX_KEPT_PICTURES) break;
    kept.delete(oldest);
  }
  return true;
}
