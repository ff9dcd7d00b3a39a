import type * as t from '@babel/types';
import { nameOf } from '../../config/bindings.ts';
import { remembered } from '../remembered.ts';
import { languageOf } from '../syntax/code.ts';
import { attributeOf, contentOf, type Element, isMarkup, scriptLanguage } from '../syntax/component.ts';
import type { ScriptPart } from '../syntax/part.ts';
import { type CodePiece, codePiece, ifReadable, type SourceText } from '../syntax/source.ts';
import type { FlowRun } from './run.ts';
import { declareAll, declareHoisted, Scope } from './scope.ts';
import { evaluateModule } from './statements.ts';
import { nothing, other, type Thing, type Value } from './values.ts';

/** What a name is taken from. */
export interface FlowImport {
  readonly source: string;
  /** `default`, `*`, or the name that it has there. */
  readonly name: string;
}

/** A script of a file. */
interface FlowProgram {
  readonly program: t.Program;
  readonly scope: Scope;
}

/** A file as the analysis sees it. */
export class FlowModule {
  readonly source: SourceText;
  readonly path: string;
  readonly scope: Scope;
  readonly programs: readonly FlowProgram[];
  readonly imports: ReadonlyMap<string, FlowImport>;
  readonly exports = new Map<string, Set<Thing>>();
  /** What tags stand for by the `components` option; undefined if that is not followed, `*` for any other tag. */
  readonly components = new Map<string, FlowImport | undefined>();
  /** Modules that all is exported from. */
  readonly stars: readonly string[];
  /** The template that was read along with the file. */
  readonly template: Element | undefined;
  /** Where the template may use what the file is looked at for; undefined if it is looked at as a whole. */
  readonly mentions: readonly number[] | undefined;
  /** Whether there is a template that cannot be read. */
  readonly hasForeignTemplate: boolean;

  constructor(
    source: SourceText,
    pieces: readonly CodePiece[],
    blocks: () => readonly Element[],
    mentions?: readonly number[],
  ) {
    const statements = pieces.flatMap(({ program }) => program.body);
    this.source = source;
    this.path = source.path;
    this.imports = new Map(statements.flatMap(importsOf));
    this.stars = statements.flatMap((node) =>
      node.type === 'ExportAllDeclaration' ? [node.source.value] : [],
    );
    const place: Pick<CodePiece, 'offsetInFile'> = pieces[0] ?? { offsetInFile: (offset) => offset };
    this.scope = new Scope({ module: this, piece: place });
    declareAll(this.scope, statements);
    for (const { program } of pieces) declareHoisted(this.scope, program);
    this.mentions = mentions;
    const templates = mentions?.length === 0 ? [] : blocks().filter(({ tag }) => tag === 'template');
    const isRead = (block: Element) => isMarkup(block) && !attributeOf(block, 'src');
    this.template = templates.find(isRead);
    this.hasForeignTemplate = templates.some((block) => !isRead(block));
    // Both scripts of a component share their names.
    this.programs = pieces.map((piece) => ({
      program: piece.program,
      scope: piece === pieces[0] ? this.scope : new Scope(this.scope, { piece }),
    }));
  }

  get isComponent(): boolean {
    return this.path.endsWith('.vue');
  }

  /** Whether it has `<script setup>`: others see only what it exposes. */
  get isClosed(): boolean {
    return this.isComponent && /<script\b[^>]*\ssetup\b/.test(this.source.text);
  }

  /** An export, to be read and added to. */
  exported(name: string): Set<Thing> {
    return remembered(this.exports, name, () => new Set<Thing>());
  }
}

// Values seldom go through as many, and each costs a parse.
const mostModules = 80;

/** A module of a run, read when it is first asked for. Undefined if it cannot be read, or if there are too many. */
export function moduleAt(run: FlowRun, path: string | undefined): FlowModule | undefined {
  if (path === undefined) return undefined;
  const known = run.modules.get(path);
  if (known || run.modules.size >= mostModules) return known;
  if (run.isAlone && path !== run.path) return undefined;
  const source = run.files.open(path);
  const module = source && ifReadable(() => readModule(source, run.isAlone ? run.part : undefined));
  if (!module) return undefined;
  run.modules.set(path, module);
  run.hasChanged = true;
  evaluateModule(run, module);
  return module;
}

/** The module of a file, or of a part of it. Throws what the parser throws. */
function readModule(source: SourceText, part: ScriptPart | undefined): FlowModule {
  if (part) return new FlowModule(source, [part], () => blocksIn(source), part.mentions);
  const blocks = blocksIn(source);
  return new FlowModule(source, piecesIn(source, blocks), () => blocks);
}

function blocksIn(source: SourceText): readonly Element[] {
  return source.path.endsWith('.vue') ? source.blocks() : [];
}

function piecesIn(source: SourceText, blocks: readonly Element[]): readonly CodePiece[] {
  return source.path.endsWith('.vue')
    ? blocks.flatMap((block) => scriptPiece(source, block))
    : [codePiece(source, source.text, 0, languageOf(source.path))];
}

function scriptPiece(source: SourceText, block: Element): CodePiece[] {
  if (block.tag !== 'script') return [];
  if (attributeOf(block, 'src')) throw new SyntaxError('an external script');
  const { code, start } = contentOf(source.text, block);
  return [codePiece(source, code, start, scriptLanguage(block))];
}

function importsOf(node: t.Node): [string, FlowImport][] {
  if (node.type !== 'ImportDeclaration') return [];
  return node.specifiers.map((specifier) => {
    const name =
      specifier.type === 'ImportSpecifier'
        ? nameOf(specifier.imported)
        : specifier.type === 'ImportDefaultSpecifier'
          ? 'default'
          : '*';
    return [specifier.local.name, { source: node.source.value, name }];
  });
}

/** What an import stands for. */
export function importedValue(run: FlowRun, { source, name }: FlowImport, from: string, depth = 0): Value {
  const module = depth > 8 ? undefined : moduleAt(run, run.files.resolve(source, from));
  if (!module) return name === '*' ? openedNames(run) : (run.opened.get(name) ?? other);
  if (name === '*') return namespaceOf(run, module);
  const own = module.exports.get(name);
  if (own) return own;
  for (const star of module.stars) {
    const value = importedValue(run, { source: star, name }, module.path, depth + 1);
    if (!value.has('other') && value.size > 0) return value;
  }
  return run.opened.get(name) ?? (module.stars.length > 0 ? other : nothing);
}

/** A module that was not found may hand out any export that holds data. */
export function openedNames(run: FlowRun): Value {
  const box = run.box('opened');
  for (const [name, value] of run.opened) run.add(box.at(name), value);
  run.add(box.rest, other);
  return new Set([box]);
}

/** All exports of a module as an object. */
export function namespaceOf(run: FlowRun, module: FlowModule): Value {
  const box = run.box(module.path, 'namespace');
  for (const [name, value] of module.exports) run.add(box.at(name), value);
  if (module.stars.length > 0) run.add(box.rest, other);
  return new Set([box]);
}
