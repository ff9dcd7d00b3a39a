import type { Edit } from '../edits.ts';
import { addItems } from '../lists/add.ts';
import { type List, listOf } from '../lists/list.ts';
import { removeItems } from '../lists/remove.ts';
import type { NewEntry } from '../print.ts';
import type { SourceFile } from '../source.ts';
import { styleOf } from '../style.ts';
import type { ItemRef, ListNode } from './operation.ts';

const nothing: ReadonlySet<number> = new Set();

/** The edits so far, and the lists they are about: what is taken out of one and what is added must be seen together. */
export class Rewrite {
  readonly edits = new Map<SourceFile, Edit[]>();
  readonly #lists = new Map<ListNode, List>();
  readonly #taken = new Map<ListNode, Set<number>>();
  /** Lists that get new items behind their last one. */
  readonly #extended = new Set<ListNode>();

  add(file: SourceFile, edit: Edit): void {
    const edits = this.edits.get(file);
    if (edits) edits.push(edit);
    else this.edits.set(file, [edit]);
  }

  list(file: SourceFile, node: ListNode): List {
    let list = this.#lists.get(node);
    if (!list) {
      list = listOf(file, node);
      this.#lists.set(node, list);
    }
    return list;
  }

  indexOf({ file, list, node }: ItemRef): number {
    return this.list(file, list).items.findIndex((item) => item.node === node);
  }

  takeOut(item: ItemRef): void {
    const taken = this.#taken.get(item.list);
    if (taken) taken.add(this.indexOf(item));
    else this.#taken.set(item.list, new Set([this.indexOf(item)]));
  }

  /** Leaves an item in its place after all: something else is written over it. */
  putBack(item: ItemRef): void {
    this.#taken.get(item.list)?.delete(this.indexOf(item));
  }

  isTaken(item: ItemRef): boolean {
    return this.takenFrom(item.list).has(this.indexOf(item));
  }

  takenFrom(node: ListNode): ReadonlySet<number> {
    return this.#taken.get(node) ?? nothing;
  }

  /** Writes entries behind the last item that stays. */
  extend(file: SourceFile, node: ListNode, entries: readonly NewEntry[]): void {
    if (entries.length === 0) return;
    this.#extended.add(node);
    const added = addItems(this.list(file, node), entries, this.takenFrom(node), styleOf(file));
    for (const edit of added) this.add(file, edit);
  }

  /** Makes the edits for all that was taken out: the last step, since the commas depend on what was added. */
  removeTaken(): void {
    for (const [node, taken] of this.#taken) {
      const list = this.#lists.get(node);
      if (!list) continue;
      for (const edit of removeItems(list, taken, this.#extended.has(node))) this.add(list.file, edit);
    }
  }
}
