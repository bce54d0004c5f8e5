/** Page numbers that a person types, such as 1-3,5. Pure. */
export function pagesIn(range: string, pageCount: number): readonly number[] {
  const pages = new Set<number>();
  for (const part of range.split(/[,，、\s]+/).filter((each) => each !== '')) {
    const [, first = '', last = first] = /^(\d{1,5})(?:[-–~](\d{1,5}))?$/.exec(part) ?? [];
    if (first === '') return [];
    for (let page = Number(first); page <= Math.min(Number(last), pageCount); page += 1) {
      if (page >= 1) pages.add(page);
    }
  }
  return [...pages].sort((one, other) => one - other);
}
