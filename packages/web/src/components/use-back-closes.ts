import { useEffect, useRef } from 'react';

let sheets = 0;

/** Something that lies over the page closes by the browser's Back, as people on phones expect. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    if (!isOpen) return;
    sheets += 1;
    const name = `sheet ${sheets}`;
    history.pushState({ sheet: name }, '');
    let isBack = false;
    const onBack = () => {
      isBack = true;
      closing.current();
    };
    window.addEventListener('popstate', onBack, { once: true });
    return () => {
      window.removeEventListener('popstate', onBack);
      if (!isBack && history.state?.sheet === name) history.back();
    };
  }, [isOpen]);
}
