/**
 * React Aria clips the inputs of its labels away, by a style of the element. Over the whole label they take pointers,
 * and the touch of a screen reader, where people see the label.
 */
export const coveredByInput = [
  'relative cursor-pointer',
  '[&>span:first-child]:absolute! [&>span:first-child]:inset-0! [&>span:first-child]:m-0! [&>span:first-child]:size-full!',
  '[&>span:first-child]:[clip:auto]! [&>span:first-child]:[clip-path:none]! [&>span:first-child]:opacity-0',
  '[&>span:first-child>input]:absolute [&>span:first-child>input]:inset-0 [&>span:first-child>input]:m-0',
  '[&>span:first-child>input]:size-full [&>span:first-child>input]:cursor-pointer',
].join(' ');
