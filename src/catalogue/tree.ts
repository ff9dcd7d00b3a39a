import { options } from './index.ts';
import type { Option } from './option.ts';

/** The options as they are nested, for walks beside a config. Items of arrays are the child `[]`. */
export interface OptionNode {
  readonly option: Option | undefined;
  readonly children: ReadonlyMap<string, OptionNode>;
}

interface Growing extends OptionNode {
  option: Option | undefined;
  readonly children: Map<string, Growing>;
}

let root: Growing | undefined;

/** The node above all options. */
export function optionTree(): OptionNode {
  if (!root) {
    root = { option: undefined, children: new Map() };
    for (const option of options.values())
      nodeAt(root, option.path.match(/\[\]|[^.[\]]+/g) ?? []).option = option;
  }
  return root;
}

function nodeAt(from: Growing, path: readonly string[]): Growing {
  let node = from;
  for (const name of path) {
    let child = node.children.get(name);
    if (!child) {
      child = { option: undefined, children: new Map() };
      node.children.set(name, child);
    }
    node = child;
  }
  return node;
}
