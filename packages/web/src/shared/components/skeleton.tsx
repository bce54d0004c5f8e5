import { use } from 'react';
import { Brand } from './brand.js';
import { CurrentBrand } from './current-brand.js';

/** `card`: a question in the middle; `desk`: a contract with its bar; `plain`: text below a header. */
type Shape = 'card' | 'desk' | 'plain';

/** The shape in which the server has painted this page; see index.html, where the styles are as well. */
const painted: Shape = document.documentElement.dataset['shape'] === 'card' ? 'card' : 'plain';

/** Placeholder in the shape of what is loading. It continues the one in the HTML, so that nothing is ever blank. */
export function PageSkeleton({ shape = painted }: { readonly shape?: Shape }) {
  const brand = use(CurrentBrand);
  const isDesk = shape === 'desk';
  return (
    <div className={`skeleton ${shape}`} aria-busy="true">
      {isDesk && brand?.bar}
      <div
        className={`skeleton-head ${isDesk ? '' : (brand?.look.className ?? '')}`}
        style={isDesk ? undefined : brand?.look.style}
      >
        <HeadMark shape={shape} />
      </div>
      <div className="skeleton-body">
        <div className="skeleton-paper">
          <i />
          <i />
          <i />
          <i />
        </div>
      </div>
      <div className="skeleton-bar" />
    </div>
  );
}

/** Of a link, it is not known yet whose brand its page shows, so that none is painted. */
function HeadMark({ shape }: { readonly shape: Shape }) {
  const brand = use(CurrentBrand);
  if (brand === undefined && shape === 'card') return null;
  if (brand == null) return <Brand />;
  return shape === 'desk' ? null : brand.mark;
}
