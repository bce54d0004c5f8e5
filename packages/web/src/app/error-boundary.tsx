import { Component, type ReactNode } from 'react';
import { StatePage } from '../components/state-page.js';
import { useTexts } from '../text/language.js';
import { appTexts } from './app-texts.js';

interface Props {
  readonly children: ReactNode;
}

/** What breaks a part of the page must not leave people before an empty one. */
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
  const t = useTexts(appTexts);
  return (
    <StatePage
      icon="problem"
      title={t.brokenTitle}
      text={t.brokenText}
      action={{ label: t.reload, run: () => location.reload() }}
    />
  );
}
