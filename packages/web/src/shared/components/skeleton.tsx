import { Brand } from './brand.js';

/** `card`: a question in the middle; `desk`: a contract with its bar; `plain`: text below a header. */
type Shape = 'card' | 'desk' | 'plain';

/** The shape in which the server has painted this page; see index.html, where the styles are as well. */
const painted: Shape = document.documentElement.dataset['shape'] === 'card' ? 'card' : 'plain';

/** Placeholder in the shape of what is loading. It continues the one in the HTML, so that nothing is ever blank. */
export function PageSkeleton({ shape = painted }: { readonly shape?: Shape }) {
  return (
    <div className={`skeleton ${shape}`} aria-busy="true">
      <div className="skeleton-head">
        <Brand />
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
