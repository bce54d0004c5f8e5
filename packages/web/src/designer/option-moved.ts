/** The options with one of them at another place; as they were if there is no such place. Pure. */
export function optionMoved(options: readonly string[], from: number, to: number): readonly string[] {
  const option = options[from];
  if (option === undefined || options[to] === undefined) return options;
  const others = options.filter((_, index) => index !== from);
  return [...others.slice(0, to), option, ...others.slice(to)];
}
