import { textOn } from '@cinnabar/api/brand.js';
import type { LinkBrand } from '@cinnabar/api/pages/link.js';
import type { ShownBrand } from '../components/current-brand.js';

/** px */
const LOGO = { width: 120, height: 32 } as const;

/** Logo and names. The registered name stands beside every other one, so that a short name misleads nobody. */
export function BrandMark({ brand: { corpName, name, logo } }: { readonly brand: LinkBrand }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2 py-1">
      {logo !== null && <Logo {...logo} />}
      <span className="min-w-0 text-start names">
        <bdi className="block text-body leading-5 font-semibold">{name ?? corpName}</bdi>
        {name !== null && name !== corpName && <bdi className="block text-caption leading-4">{corpName}</bdi>}
      </span>
    </span>
  );
}

/** Its place is taken before it has loaded, and stays taken if it has been removed meanwhile. */
function Logo({ address, width, height }: NonNullable<LinkBrand['logo']>) {
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  return (
    <span className="shrink-0" style={{ width: width * scale, height: height * scale }}>
      <img src={address} alt="" className="block size-full object-contain" />
    </span>
  );
}

/** Colours of a header with the mark. */
export function lookOf({ color }: Pick<LinkBrand, 'color'>): ShownBrand['look'] {
  return color === null
    ? { className: '', style: {} }
    : { className: 'branded', style: { backgroundColor: color, color: textOn(color).text } };
}

export function shownBrand(brand: LinkBrand): ShownBrand {
  const mark = <BrandMark brand={brand} />;
  const look = lookOf(brand);
  const bar = (
    <div
      style={look.style}
      className={`flex min-h-11 items-center px-4 print:hidden lg:px-6 ${brand.color === null ? 'border-b border-n-200 bg-n-0' : look.className}`}
    >
      {mark}
    </div>
  );
  return { mark, bar, look };
}
