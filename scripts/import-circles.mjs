// Finds cycles in a graph of imports: its strongly connected components of more than one file (Tarjan 1972).

/**
 * @param graph file -> the files that it imports
 * @returns one shortest cycle through each component, its first file repeated at the end
 */
export function circlesOf(graph) {
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const isOpen = new Set();
  const components = [];

  function visit(file) {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    open.push(file);
    isOpen.add(file);
    for (const target of graph.get(file)) {
      if (!order.has(target)) {
        visit(target);
        lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
      } else if (isOpen.has(target)) {
        lowest.set(file, Math.min(lowest.get(file), order.get(target)));
      }
    }
    if (lowest.get(file) !== order.get(file)) return;
    const component = open.splice(open.indexOf(file));
    for (const member of component) isOpen.delete(member);
    if (component.length > 1) components.push(component);
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return components.map((component) => shortestCircle(graph, component));
}

function shortestCircle(graph, component) {
  const [start] = component;
  const paths = [[start]];
  const seen = new Set();
  for (const path of paths) {
    for (const target of graph.get(path.at(-1))) {
      if (target === start) return [...path, start];
      if (seen.has(target) || !component.includes(target)) continue;
      seen.add(target);
      paths.push([...path, target]);
    }
  }
  return component;
}
