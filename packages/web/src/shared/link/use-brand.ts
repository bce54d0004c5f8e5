import type { LinkBrand } from '@cinnabar/api/pages/link.js';
import { useEffect, useState } from 'react';
import type { ShownBrand } from '../components/current-brand.js';

/** What shows a brand is loaded with the first one. undefined: not there yet; without it the page has the product's own. */
export function useBrand(given: LinkBrand | null | undefined): ShownBrand | null | undefined {
  const [shown, setShown] = useState<ShownBrand | null>();
  useEffect(() => {
    if (given == null) return;
    import('./brand-mark.js').then(
      ({ shownBrand }) => setShown(shownBrand(given)),
      () => setShown(null),
    );
  }, [given]);
  return given == null ? given : shown;
}
