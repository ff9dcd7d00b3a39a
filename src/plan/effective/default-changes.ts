import type { Default, Option } from '../../catalogue/option.ts';
import type { OptionNode } from '../../catalogue/tree.ts';

const known = new Map<OptionNode, boolean>();

/** Whether the default of an option, or of anything in it, is not the same in both variants. */
export function defaultsDiffer(node: OptionNode): boolean {
  let differs = known.get(node);
  if (differs === undefined) {
    differs = (node.option && isOther(node.option)) || [...node.children.values()].some(defaultsDiffer);
    known.set(node, differs);
  }
  return differs;
}

/** The same text, too, may mean another place. */
function isOther({ path, a, b }: Option): boolean {
  if (path === 'spaLoadingTemplate') return true;
  const [one, other] = [textOf(a), textOf(b)];
  if (one === undefined || other === undefined) return false;
  return one !== other || /"(?:~|<srcDir>)/.test(one);
}

function textOf(stated: Default): string | undefined {
  return stated.kind === 'value' || stated.kind === 'implied' ? JSON.stringify(stated.value) : undefined;
}
