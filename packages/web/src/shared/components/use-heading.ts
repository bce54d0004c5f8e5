import { type RefObject, useEffect, useRef } from 'react';

/** The heading of a page: the window is named after it, and whoever hears the page begins there. */
export function useHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return heading;
}
