/** Ids of elements: each its own, or the fresh id at its index. */
export function ownOrFresh<E, I>(
  elements: readonly E[],
  ownId: (element: E) => I | undefined,
  fresh: readonly I[],
): readonly I[] {
  return elements.map((element, index) => {
    const id = ownId(element) ?? fresh[index];
    if (id === undefined) throw new Error('fewer ids than elements');
    return id;
  });
}
