import { type RefObject, useEffect, useRef } from 'react';

/** Names the window after the page's heading and moves the focus there, so that screen readers start with it. */
export function useHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return heading;
}
