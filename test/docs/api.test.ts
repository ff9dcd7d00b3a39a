import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf } from './support/blocks.ts';
import { openStage, root } from './support/stage.ts';

const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
const blocks = blocksOf(page);
const stage = openStage();
afterAll(stage.remove);

/** The file that a block is, where its first line says so. */
function nameOf({ text }: Block): string | undefined {
  return /^\/\/ ([\w-]+\.(?:ts|mjs))\n/.exec(text)?.[1];
}

const examples = blocks.filter(({ language }) => language === 'ts');

describe('the page of the API', () => {
  it('documents every export', () => {
    const text = readFileSync(join(root, 'src/index.ts'), 'utf8');
    const source = ts.createSourceFile('index.ts', text, ts.ScriptTarget.Latest);
    const exported = source.statements.flatMap(namesExported);
    expect(exported.length).toBeGreaterThan(40);
    const [, tables = ''] = page.split('\n## Every export\n');
    expect(exported.filter((name) => !tables.includes(`\`${name}\``))).toEqual([]);
    const documented = [...tables.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    );
    expect(documented.filter((name) => !exported.includes(name))).toEqual([]);
  });

  it('has examples that compile against the types of the package', () => {
    const folder = join(stage.folder, 'types');
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    symlinkSync(root, join(folder, 'node_modules/fw-migrate'));
    const files = examples.map(({ text }, index) => {
      const file = join(folder, `example-${index}.mts`);
      writeFileSync(file, text);
      return file;
    });
    const program = ts.createProgram(files, {
      ...{ strict: true, noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes: true },
      ...{
        module: ts.ModuleKind.NodeNext,
        target: ts.ScriptTarget.ES2023,
        lib: ['lib.es2023.d.ts'],
      },
      ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    });
    const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
    expect(files.length).toBeGreaterThan(10);
    expect(problems).toEqual([]);
  });
});

/** The block that follows another on the page. */
function below(block: Block): Block | undefined {
  return blocks[blocks.indexOf(block) + 1];
}

describe('every script', () => {
  it('prints what stands below it', async () => {
    const scripts = examples.filter((block) => nameOf(block) === undefined);
    const shop = stage.shop('scripts');
    for (const [index, { text }] of scripts.entries())
      writeFileSync(join(shop, `example-${index}.mjs`), compiled(text));
    writeFileSync(join(shop, 'all.mjs'), driver(scripts.length));
    const { status, stdout, stderr } = await stage.run(shop, `"${process.execPath}" all.mjs`);
    expect(status, stderr).toBe(0);
    const printed = JSON.parse(stdout) as string[];
    for (const [index, script] of scripts.entries()) {
      expect(below(script)?.language).toBe('text');
      expect(printed[index]).toBe(below(script)?.text);
    }
  });
});

/** Runs all examples in one process, which starts faster than one for each, and tells what each printed. */
function driver(count: number): string {
  return `
    const printed = []
    const say = console.log
    console.log = (...parts) => { printed[printed.length - 1] += parts.join(' ') + '\\n' }
    for (let index = 0; index < ${count}; index += 1) {
      printed.push('')
      await import('./example-' + index + '.mjs')
    }
    say(JSON.stringify(printed))`;
}

function compiled(text: string): string {
  const { ESNext: module } = ts.ModuleKind;
  const { ES2023: target } = ts.ScriptTarget;
  return ts.transpileModule(text, {
    compilerOptions: { module, target, verbatimModuleSyntax: true },
  }).outputText;
}

describe.concurrent('every command', () => {
  const commands = blocks.filter(
    ({ language, heading }) => language === 'sh' && heading !== 'The API',
  );

  it.each(commands)('works on the files of its section: $heading', async (command) => {
    const shop = stage.shop(command.heading.replaceAll(/\W+/g, '-'));
    for (const block of blocks) {
      const name = block.heading === command.heading ? nameOf(block) : undefined;
      if (name !== undefined) writeFileSync(join(shop, name), block.text);
    }
    const { status, stdout, stderr } = await stage.run(shop, command.text);
    expect(status, stderr).toBe(0);
    const shown = below(command);
    if (shown?.language === 'diff') expect(stdout).toBe(shown.text);
    else expect(stdout).not.toBe('');
  });
});

/** The names that a statement exports. */
function namesExported(statement: ts.Statement): string[] {
  if (
    ts.isExportDeclaration(statement) &&
    statement.exportClause &&
    ts.isNamedExports(statement.exportClause)
  )
    return statement.exportClause.elements.map(({ name }) => name.text);
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const isNamed = ts.isInterfaceDeclaration(statement) || ts.isFunctionDeclaration(statement);
  return isExported && isNamed && statement.name ? [statement.name.text] : [];
}
