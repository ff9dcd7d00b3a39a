import type * as t from '@babel/types';
import { revealingNames } from '../../catalogue/known-functions.ts';
import { identifiersIn } from '../../config/bindings.ts';
import { unwrapTypes, valueChildren } from '../../config/syntax.ts';
import { languageOf, parseCode, spelledOnly } from '../syntax/code.ts';
import { attributeOf, contentOf, isMarkup, scriptLanguage } from '../syntax/component.ts';
import { type CodePiece, codePiece, type SourceText } from '../syntax/source.ts';
import { templateScript } from './template-script.ts';

/** A name that a file declares, with all places that refer to it. */
export interface Binding {
  readonly name: string;
  /** The statement, function or class that declares it. */
  readonly declaration: t.Node;
  /** Its value, where the declaration gives it just one. */
  init: t.Node | undefined;
  /** Whether the template sees it. */
  readonly isTopLevel: boolean;
  readonly references: Reference[];
}

export interface Reference {
  readonly node: t.Identifier;
  /** Whether a template refers to a name of the script, and so to what is in a ref. */
  readonly isUnwrapped: boolean;
}

/** The code of a file, in which every node knows its parent, and every name its declaration. */
export interface LinkedCode {
  /** What is around a node, apart from brackets, types and `await`. */
  parentOf(node: t.Node): t.Node | undefined;
  /** The declaration that a name refers to; undefined if the file has none. */
  bindingOf(node: t.Node): Binding | undefined;
  offsetInFile(node: t.Node): number;
  /** A name in it that gets at variables without naming them. */
  readonly revealing: string | undefined;
}

/** An expression without brackets, types and `await` around it. */
export function bare(at: t.Node): t.Node {
  const node = unwrapTypes(at);
  return node.type === 'AwaitExpression' ? bare(node.argument) : node;
}

/** Links the code of a file. Throws what the parser throws; undefined if a part of it is not in the file. */
export function linkFile(source: SourceText, isReader: (tag: string) => boolean): LinkedCode | undefined {
  const { path, text } = source;
  if (!path.endsWith('.vue')) return linkCode([codePiece(source, text, 0, languageOf(path))], undefined);
  const blocks = source.blocks();
  if (blocks.some((block) => attributeOf(block, 'src') || (block.tag === 'template' && !isMarkup(block))))
    return undefined;
  const scripts = blocks
    .filter(({ tag }) => tag === 'script')
    .map((block) => {
      const { code, start } = contentOf(text, block);
      return codePiece(source, code, start, scriptLanguage(block));
    });
  const template = blocks.find(({ tag }) => tag === 'template');
  const { code, offsetInFile } = templateScript(template, isReader);
  return linkCode(scripts, { program: parseCode(code, 'ts').program, offsetInFile });
}

/** Links the scripts of a file, and its template as a script that sees the names of the others. */
export function linkCode(scripts: readonly CodePiece[], template: CodePiece | undefined): LinkedCode {
  const linker = new Linker();
  const top = new Scope(undefined, true);
  for (const { program } of scripts) linker.visit(program, top, false);
  if (template) linker.visit(template.program, new Scope(top, true), true);
  const revealing = linker.resolve();
  const { parents, bindings } = linker;
  const pieces = new Map<t.Node, CodePiece>(
    [...scripts, ...(template ? [template] : [])].map((piece) => [piece.program, piece]),
  );
  return {
    parentOf: (node) => parents.get(node),
    bindingOf: (node) => bindings.get(node),
    offsetInFile(node) {
      let root = node;
      for (let parent = parents.get(root); parent; parent = parents.get(root)) root = parent;
      return pieces.get(root)?.offsetInFile(node.start ?? 0) ?? 0;
    },
    revealing,
  };
}

class Scope {
  readonly names = new Map<string, Binding>();
  readonly parent: Scope | undefined;
  readonly #isFunction: boolean;

  constructor(parent: Scope | undefined, isFunction: boolean) {
    this.parent = parent;
    this.#isFunction = isFunction;
  }

  /** The scope that `var` declares names in. */
  get hoisting(): Scope {
    return this.#isFunction || !this.parent ? this : this.parent.hoisting;
  }

  find(name: string): Binding | undefined {
    return this.names.get(name) ?? this.parent?.find(name);
  }
}

const opensScope: ReadonlySet<string> = new Set<t.Node['type']>([
  ...(['BlockStatement', 'ForStatement', 'ForOfStatement', 'ForInStatement', 'SwitchStatement'] as const),
  ...(['CatchClause', 'StaticBlock', 'TSModuleBlock'] as const),
]);

class Linker {
  readonly parents = new Map<t.Node, t.Node>();
  readonly bindings = new Map<t.Node, Binding>();
  readonly #pending: {
    readonly node: t.Identifier;
    readonly scope: Scope;
    readonly isInTemplate: boolean;
  }[] = [];
  #revealing: string | undefined;

  visit(node: t.Node, scope: Scope, isInTemplate: boolean): void {
    const inner = isFunction(node) || opensScope.has(node.type) ? new Scope(scope, isFunction(node)) : scope;
    for (const [pattern, target, init] of declaredBy(node, scope, inner))
      this.#declare(pattern, node, target, init);
    if (node.type === 'ThisExpression') this.#revealing = 'this';
    if (node.type === 'Identifier' && !this.bindings.has(node))
      this.#pending.push({ node, scope, isInTemplate });
    const spelled = spelledOnly(node);
    for (const child of valueChildren(node)) {
      if (spelled.includes(child)) continue;
      const value = bare(child);
      this.parents.set(value, node);
      this.visit(value, inner, isInTemplate);
    }
  }

  /** Names may be used before they are declared, so this comes last. Returns one that gets at all others. */
  resolve(): string | undefined {
    for (const { node, scope, isInTemplate } of this.#pending) {
      const binding = scope.find(node.name);
      if (!binding && revealingNames.includes(node.name)) this.#revealing = node.name;
      if (!binding) continue;
      this.bindings.set(node, binding);
      binding.references.push({ node, isUnwrapped: isInTemplate && binding.isTopLevel });
    }
    return this.#revealing;
  }

  #declare(pattern: t.Node, declaration: t.Node, scope: Scope, init: t.Node | undefined): void {
    for (const node of identifiersIn(pattern)) {
      const { name } = node;
      const known = scope.names.get(name);
      const binding = known ?? { name, declaration, init, isTopLevel: !scope.parent, references: [] };
      // Of a name that is declared twice, neither value is the only one.
      if (binding.init !== init) binding.init = undefined;
      scope.names.set(name, binding);
      this.bindings.set(node, binding);
    }
  }
}

type Declared = readonly [pattern: t.Node, scope: Scope, init?: t.Node];

/** The patterns that a node declares, each with its scope, and its value if it is a plain name. */
function declaredBy(node: t.Node, scope: Scope, inner: Scope): Declared[] {
  if (isFunction(node)) {
    const own = 'id' in node && node.id ? node.id : undefined;
    const around = node.type === 'FunctionExpression' ? inner : scope;
    return [
      ...(own ? [[own, around, node] as const] : []),
      ...node.params.map((one) => [one, inner] as const),
    ];
  }
  switch (node.type) {
    case 'VariableDeclaration':
      return node.declarations.map(({ id, init }) => {
        const target = node.kind === 'var' ? scope.hoisting : scope;
        return id.type === 'Identifier' && init ? [id, target, bare(init)] : [id, target];
      });
    case 'CatchClause':
      return node.param ? [[node.param, inner]] : [];
    case 'ImportDeclaration':
      return node.specifiers.map(({ local }) => [local, scope]);
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      return node.id ? [[node.id, scope]] : [];
    default:
      return [];
  }
}

const functionTypes: ReadonlySet<string> = new Set<t.Function['type']>([
  ...(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'] as const),
  ...(['ObjectMethod', 'ClassMethod', 'ClassPrivateMethod'] as const),
]);

export function isFunction(node: t.Node): node is t.Function {
  return functionTypes.has(node.type);
}
