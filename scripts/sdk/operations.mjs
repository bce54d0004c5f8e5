/** Operations by path, and the names of their types. */

export const pascal = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const typeNameOf = (path) => path.slice(1).split('/').map(pascal).join('');

export const kindOf = ({ file, answer }) => (file === null ? answer.kind : 'upload');
export const inputNameOf = (path) => `${typeNameOf(path)}Input`;
/** A list answers with items. */
export const outputNameOf = ({ path, answer }) =>
  `${typeNameOf(path)}${answer.kind === 'page' ? 'Item' : 'Output'}`;

/** A tree of the operations: each segment of a path leads to an operation or to further segments. */
export function treeOf(operations) {
  const root = new Map();
  for (const operation of operations) {
    const names = operation.path.slice(1).split('/');
    let above = root;
    for (const name of names.slice(0, -1)) {
      if (!above.has(name)) above.set(name, new Map());
      above = above.get(name);
    }
    above.set(names.at(-1), operation);
  }
  return root;
}
