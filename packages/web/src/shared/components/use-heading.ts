import { type RefObject, useEffect, useRef } from 'react';

/**
 * Names the window after the page's heading and moves the focus there, so that screen readers start with it.
 * @param part of a page that shows one part after another: the focus returns to the heading with each change
 */
export function useHeading(title: string, part?: number | string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(part);
  useEffect(() => {
    document.title = title;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  useEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    // What was pressed is gone, and the next part begins at its top.
    heading.current?.focus();
  }, [part]);
  return heading;
}
