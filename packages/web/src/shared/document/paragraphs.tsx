interface Props {
  readonly paragraphs: readonly string[];
}

/** Paragraphs of a page. Two of them may have the same text, so the text alone is no key. */
export function Paragraphs({ paragraphs }: Props) {
  const seen = new Map<string, number>();
  return paragraphs.map((text) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return (
      <p key={`${count} ${text}`} className="mt-0 mb-[0.8em]">
        <bdi>{text}</bdi>
      </p>
    );
  });
}
