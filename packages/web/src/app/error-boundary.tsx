import { Component, type ReactNode } from 'react';
import { StatePage } from '../shared/components/state-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';

interface Props {
  readonly children: ReactNode;
}

/** Shows an error page instead of a blank one when rendering fails. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const t = useTexts(commonTexts);
  return <StatePage state={{ kind: 'broken' }} action={{ label: t.reload, run: () => location.reload() }} />;
}
